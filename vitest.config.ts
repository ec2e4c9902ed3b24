import { defineConfig } from 'vitest/config';
import { workerBundles } from './tests/worker-bundles.ts';

export default defineConfig({
  plugins: [workerBundles()],
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2 },
});
