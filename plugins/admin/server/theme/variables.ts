import { themeVariable } from '@sinter/sdk/contract/host/themeRules';
import { isPlainValue, isThemeVariable } from '@sinter/sdk/contract/host/themeValues';

/** Names of variables in `root-css` that cannot be published, with the reason. */
export function variableProblems(rootCss: Readonly<Record<string, string>>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(rootCss)) {
    const variable = themeVariable(name);
    if (!variable || !isThemeVariable(variable.name)) problems[name] = 'There is no such variable';
    else if (!isPlainValue(value)) problems[name] = 'Not a plain CSS value';
  }
  return problems;
}
