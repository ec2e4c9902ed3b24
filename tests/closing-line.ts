/** Ends the run with one plain line, `Tests: 123 passed, 0 failed, 4 skipped`, for readers that do not know the test runner. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) count[state === 'pending' ? 'skipped' : state]++;
      // A file that does not load has failed, though none of its tests ran.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed++;
    }
    process.stdout.write(`Tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}
