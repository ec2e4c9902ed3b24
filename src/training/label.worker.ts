/** A worker that labels one set of a data set, or one cell of an instance, per request. */
import { handleRequests } from '../parallel/worker.ts';
import { type Label, type LabelTask, labelSet } from './label.ts';
import { labelRegionCell, type RegionLabel, type RegionLabelTask } from './region.ts';

handleRequests<LabelTask | RegionLabelTask, never, Label | RegionLabel>((task) =>
  'part' in task ? labelRegionCell(task) : labelSet(task),
);
