/** Loaded when somebody asks for them. */
export { drawRouteSheets } from '../../../src/report/route-sheets.ts';
