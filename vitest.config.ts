import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000, maxWorkers: 2, globalSetup: ['scripts/kernels.mjs'] },
});
