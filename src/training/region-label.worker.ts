/** A worker that labels one cell of an instance per request. */
import { serve } from '../parallel/worker.ts';
import { labelRegionCell, type RegionLabel, type RegionLabelTask } from './region-label.ts';

serve<RegionLabelTask, never, RegionLabel>(labelRegionCell);
