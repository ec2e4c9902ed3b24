import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tests/closing-line.ts';
import { workerBundles } from './tests/worker-bundles.ts';

/** Tests of what is built; all others run the sources. */
const built = ['tests/cli/**/*.test.ts', 'tests/package/**/*.test.ts'];
/** Tests of the built page, in a browser. */
const web = ['tests/web/**/*.test.ts'];

/** Tests of jobs and of the service, some of which run what is built; they need databases. */
const jobs = ['tests/jobs/**/*.test.ts', 'tests/server/**/*.test.ts'];

export default defineConfig({
  plugins: [workerBundles()],
  test: {
    testTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        extends: true,
        test: {
          name: 'source',
          include: ['tests/**/*.test.ts'],
          exclude: [...built, ...web, ...jobs],
          globalSetup: ['scripts/kernels.mjs'],
        },
      },
      { extends: true, test: { name: 'built', include: built, globalSetup: ['tests/build-when-outdated.ts'] } },
      {
        extends: true,
        test: {
          name: 'jobs',
          include: jobs,
          hookTimeout: 60_000,
          testTimeout: 180_000,
          globalSetup: ['tests/build-when-outdated.ts', 'tests/jobs/prepare.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: web, globalSetup: ['tests/web/prepare.ts', 'scripts/kernels.mjs'] } },
    ],
  },
});
