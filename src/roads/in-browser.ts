/** What the page needs of roads, which it loads when it is asked for them. */
export { withRoadLines } from './lines.ts';
export { measureRoads } from './roads.ts';
export { openServer } from './servers.ts';
