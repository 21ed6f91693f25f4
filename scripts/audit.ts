import { spawnSync } from 'node:child_process';
import * as z from 'zod';
import { nameAt, readLock, shipped } from './build/lock.ts';
import { TaskError } from './taskError.ts';

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

/**
 * `npm run audit`: what is known of weaknesses in the packages that the product runs with. Without a registry that
 * knows of them it says so, and checks what the lock file alone can tell.
 */
export default async function run(): Promise<void> {
  const unpinned = notPinned();
  if (unpinned.length > 0) throw new TaskError(`Not pinned by their contents: ${unpinned.join(', ')}.`);
  const count = shipped(readLock(process.cwd())).length;
  console.log(
    `${count} packages, each pinned by the SHA-512 of its contents. They are listed in .build/sbom.cdx.json.`,
  );
  const { report, reason } = ask();
  if (!report) {
    console.log(`The registry could not be asked for known weaknesses (${reason}). Run this again where it answers.`);
    return;
  }
  const found = Object.entries(report.vulnerabilities);
  console.log(found.length === 0 ? 'No known weakness.' : found.map(sentence).join('\n'));
  if (found.some(([, { severity }]) => severity === 'critical' || severity === 'high')) {
    throw new TaskError('Some of these are high or critical.');
  }
}

/** Whoever delivers a package with the same name and version must not be able to change it. */
const notPinned = (): string[] =>
  shipped(readLock(process.cwd())).flatMap(([path, { integrity, version }]) =>
    integrity?.startsWith('sha512-') ? [] : [`${nameAt(path)}@${version}`],
  );

function ask(): { report: Report | null; reason: string } {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout, error } = spawnSync(npm, ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 60_000,
  });
  if (error) return { report: null, reason: error.message };
  const answer = readJson(stdout);
  const report = reportSchema.safeParse(answer);
  if (report.success) return { report: report.data, reason: '' };
  const failure = z.object({ statusCode: z.number() }).safeParse(answer);
  return { report: null, reason: failure.success ? `it answers ${failure.data.statusCode}` : 'it cannot be reached' };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sentence([name, { severity, range, via, fixAvailable }]: [string, Report['vulnerabilities'][string]]): string {
  const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} (${one.url})`));
  const fix = typeof fixAvailable === 'object' ? `: mended by ${fixAvailable.name} ${fixAvailable.version}` : '';
  return `${severity}  ${name} ${range}: ${titles.join('; ')}${fix}`;
}
