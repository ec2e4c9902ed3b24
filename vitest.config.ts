import { defineConfig } from 'vitest/config';
import { ClosingLine } from './tests/closing-line.ts';
import { workerBundles } from './tests/worker-bundles.ts';

/** Tests of what is built; all others run the sources. */
const built = ['tests/cli/**/*.test.ts', 'tests/package/**/*.test.ts'];
/** Tests of the built page, in a browser. */
const web = ['tests/web/**/*.test.ts'];
/** Tests of jobs and of the service, some of which run what is built; they need databases, as some pages do. */
const databases = ['tests/cli/keys.test.ts', 'tests/cli/serve.test.ts', 'tests/package/docs-run.test.ts'];
const jobs = ['tests/jobs/**/*.test.ts', 'tests/server/**/*.test.ts', ...databases];

/** `npm test` leaves out what needs a browser or a database; with `--mode all` nothing, and tests by chance are repeated more often. */
export default defineConfig(({ mode }) => {
  const all = mode === 'all';
  const project = (name: string, include: string[], globalSetup: string[], own: object = {}) => ({
    extends: true as const,
    test: { name, include, globalSetup, ...own },
  });
  const service = [
    project('jobs', jobs, ['tests/build-when-outdated.ts', 'tests/jobs/prepare.ts'], { hookTimeout: 60_000, testTimeout: 180_000 }),
    project('web', web, ['tests/web/prepare.ts', 'scripts/kernels.mjs']),
  ];
  return {
    plugins: [workerBundles()],
    test: {
      testTimeout: all ? 120_000 : 60_000,
      maxWorkers: 2,
      reporters: ['default', new ClosingLine()],
      env: { NEO_LRP_TEST_SCALE: process.env.NEO_LRP_TEST_SCALE ?? (all ? '2' : '1') },
      projects: [
        project('source', ['tests/**/*.test.ts'], ['scripts/kernels.mjs'], { exclude: [...built, ...web, ...jobs] }),
        project('built', built, ['tests/build-when-outdated.ts'], { exclude: databases }),
        ...(process.env.npm_lifecycle_event === 'test' && !all ? [] : service),
      ],
    },
  };
});
