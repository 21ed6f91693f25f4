import { relative } from 'node:path';
import * as z from 'zod';

export interface Result {
  passed: number;
  failed: number;
  /** What failed and the first lines of why, to be printed once more at the end of a long output. */
  failures: string[];
}

const maximumLines = 12;
const escapes = /\u001b\[[0-9;]*m/g;
const told = (name: string, reason: string) => {
  const lines = reason.replace(escapes, '').trim().split('\n').slice(0, maximumLines);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
};

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
});

/** The result in a JSON report of Vitest. A file that could not be run counts as one failed test. */
export function unitResult(report: unknown): Result {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report);
  const failures: string[] = [];
  let brokenFiles = 0;
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      failures.push(told(`${file} › ${fullName}`, failureMessages?.[0] ?? ''));
    }
    if (status === 'failed' && failed.length === 0) {
      brokenFiles += 1;
      failures.push(told(file, message));
    }
  }
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles, failures };
}

const playwrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
});
const spec = z.object({ title: z.string(), file: z.string(), line: z.number(), tests: z.array(playwrightTest) });
const suite = z.object({
  specs: z.array(spec).default([]),
  get suites() {
    return z.array(suite).default([]);
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
});
type Suite = z.infer<typeof suite>;

const specsOf = ({ specs, suites }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];

/** The result in a JSON report of Playwright. A test that only passes the second time has failed. */
export function browserResult(report: unknown): Result {
  const { stats, suites } = playwrightReport.parse(report);
  const failures = suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const reason = results.find(({ error }) => error !== undefined)?.error?.message;
        return told(`tests/e2e/${file}:${line} › ${title}`, reason ?? '');
      }),
  );
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}
