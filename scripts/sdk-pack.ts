import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sdk from '../sdk/package.json' with { type: 'json' };
import { apiReport, readReport, reportText, wrongSince } from './sdk/apiReport.ts';
import { tarball, writePublishedSdk } from './sdk/pack.ts';
import { TaskError } from './taskError.ts';

const reportFile = 'sdk/api-report.md';

/**
 * `npm run sdk:pack`: the SDK and its tool for vendors, as a tarball in `.build/sdk/`. `--report` writes down what this release
 * exports, which later changes are compared with.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { report: { type: 'boolean' } } });
  const out = join(process.cwd(), '.build/sdk');
  const folder = join(out, 'package');
  await writePublishedSdk(process.cwd(), folder);
  const report = await apiReport(folder);
  const wrong = existsSync(reportFile)
    ? wrongSince(readReport(readFileSync(reportFile, 'utf8')), sdk.version, report)
    : [];
  if (wrong.length > 0) throw new TaskError(wrong.join('\n'));
  if (values.report) writeFileSync(reportFile, reportText(sdk.version, report));
  console.log(tarball(folder, out));
}
