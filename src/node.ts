/** What needs files, threads or processes; re-exports the core. */
export * from './index.ts';
