import { describe, expect, test } from 'vitest';
import { browserResult, unitResult } from './reports.ts';

describe('the result of a run', () => {
  test('names each failed unit test with its reason, and a file that did not run', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        {
          name: `${process.cwd()}/sdk/a.test.ts`,
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            { status: 'failed', fullName: 'divides', failureMessages: ['\u001b[31mexpected 2\u001b[39m\nat line 3'] },
          ],
        },
        { name: `${process.cwd()}/sdk/b.test.ts`, status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(unitResult(report)).toEqual({
      passed: 3,
      failed: 2,
      failures: ['sdk/a.test.ts › divides\n    expected 2\n    at line 3', 'sdk/b.test.ts\n    no such module'],
    });
  });

  test('names each failed browser test, however deep it stands, and one that passed only the second time', () => {
    const test = (status: string, message?: string) => ({
      status,
      results: [message === undefined ? {} : { error: { message } }],
    });
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [
        {
          specs: [{ title: 'signs in', file: 'a.spec.ts', line: 4, tests: [test('expected')] }],
          suites: [
            {
              specs: [
                { title: 'pays', file: 'a.spec.ts', line: 9, tests: [test('unexpected', 'no button')] },
                { title: 'ships', file: 'a.spec.ts', line: 20, tests: [test('flaky', 'late')] },
              ],
            },
          ],
        },
      ],
    };
    expect(browserResult(report)).toEqual({
      passed: 1,
      failed: 2,
      failures: ['tests/e2e/a.spec.ts:9 › pays\n    no button', 'tests/e2e/a.spec.ts:20 › ships\n    late'],
    });
  });
});
