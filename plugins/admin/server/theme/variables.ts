import type { Sentence } from '@sinter/sdk/contract/errors';
import { themeVariable } from '@sinter/sdk/contract/host/themeRules';
import { isPlainValue, isThemeVariable } from '@sinter/sdk/contract/host/themeValues';
import { say } from '../texts.ts';

/** Names of variables in `root-css` that cannot be published, with the reason. */
export function variableProblems(rootCss: Readonly<Record<string, string>>): Record<string, Sentence> {
  const problems: Record<string, Sentence> = {};
  for (const [name, value] of Object.entries(rootCss)) {
    const variable = themeVariable(name);
    if (!variable || !isThemeVariable(variable.name)) problems[name] = say('noVariable');
    else if (!isPlainValue(value)) problems[name] = say('notPlainCss');
  }
  return problems;
}
