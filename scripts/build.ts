import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { budgetTable, isOver, measureBudgets } from './build/budgets.ts';
import { precompress } from './build/compress.ts';
import { readLock } from './build/lock.ts';
import { readProject } from './build/project.ts';
import { sbomOf } from './build/sbom.ts';
import { buildServer } from './build/server.ts';
import { buildWeb } from './build/web.ts';
import { TaskError } from './taskError.ts';

/** `npm run build -- [--budgets]`: see scripts/README.md. */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { budgets: { type: 'boolean' } } });
  const project = readProject(process.cwd());
  const started = performance.now();
  const [built] = await Promise.all([buildWeb(project), buildServer(project)]);
  await precompress(project.out, new Set(built.packs.flatMap(({ scripts }) => scripts)));
  writeFileSync(join(project.out, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(readLock(process.cwd())), null, 1)}\n`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Built ${Object.keys(built.parts.host.imports).length} hosts and ${built.plugins.length} plugins in ${seconds} s`,
  );
  if (values.budgets) {
    const measured = await measureBudgets(built);
    console.log(budgetTable(measured));
    if (measured.some(isOver)) throw new TaskError('A size budget is exceeded; see the table above.');
  }
}
