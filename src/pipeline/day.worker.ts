/** A worker that plans one day from given depots per request. */
import { handleRequests } from '../parallel/worker.ts';
import { type DaySearch, type FoundDay, searchDay } from './day-search.ts';

handleRequests<DaySearch, never, FoundDay>((task) => searchDay(task));
