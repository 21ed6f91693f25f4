import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TaskError } from './taskError.ts';
import { type Step, runSteps } from './test/runSteps.ts';
import { type Selection, browser, check, unit } from './test/runners.ts';

/** The checks use two cores only together; the build is there before the browser needs it. */
const steps = (selection: Selection): Step[][] => [
  [
    ['lint', () => check('lint')],
    ['types', () => check('types')],
    ['build', () => check('build', '--budgets')],
  ],
  [['unit', () => unit(selection)]],
  [['e2e', () => browser(selection)]],
];

/**
 * `npm test [-- --only lint|types|build|unit|e2e] [--area <area>]`. With an area: its tests beside the code, the contract
 * of its calls, and the browser tests with its tag.
 */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, area: { type: 'string' } } });
  const { only, area } = values;
  if (area !== undefined && !existsSync(`plugins/${area}`)) {
    throw new TaskError(`There is no area "${area}": plugins/${area} does not exist.`);
  }
  const all = steps({ area });
  const chosen = all.map((group) => group.filter(([name]) => only === undefined || name === only));
  if (chosen.flat().length === 0) {
    throw new TaskError(
      `There is no step "${only}": ${all
        .flat()
        .map(([name]) => name)
        .join(', ')}.`,
    );
  }
  await runSteps('test', chosen);
}
