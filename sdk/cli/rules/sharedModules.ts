import { assertNamesExist, assertSingleCopy, outsideOf } from '../../../scripts/build/boundaries.ts';
import { TaskError } from '../../../scripts/taskError.ts';
import type { Problem, Rule } from './rule.ts';

/** Libraries that the page has once stay outside of the package, and only names that the host has are imported from them. */
export const sharedModules: Rule = {
  id: 'shared-modules',
  check({ source: { plugin, project, names }, bundle }) {
    const problem = (assertion: () => void, mend: string): Problem[] => {
      try {
        assertion();
        return [];
      } catch (error) {
        if (!(error instanceof TaskError)) throw error;
        return [{ file: 'client/', text: error.message, mend }];
      }
    };
    const title = `plugin "${plugin.id}"`;
    return [
      ...problem(
        () => assertSingleCopy(title, bundle, outsideOf(names, project.sdk)),
        'Import the library by its plain name, such as "antd", and use no package that brings its own copy.',
      ),
      ...problem(
        () => assertNamesExist(title, bundle, names),
        'Use another name: the host’s copy has what most plugins need, and grows with the SDK’s versions.',
      ),
    ];
  },
};
