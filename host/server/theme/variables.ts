import { themeVariable } from '@sinter/sdk/contract/host/themeRules';
import { themeVariables } from '@sinter/sdk/contract/host/themeVariables';

const known: ReadonlySet<string> = new Set(themeVariables.map(({ name }) => name));

/** Colours, lengths, shadows and lists of font families are made of these; nothing in them ends a declaration. */
const plainCharacters = /^[\p{L}\p{N} #%.,()'"+*/_-]{1,200}$/u;
const allowedFunctions = new Set(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var'.split(' '),
);

/** Can this stand as the value of a custom property, and do nothing else? */
export function isPlainValue(value: string): boolean {
  if (!plainCharacters.test(value) || value.trim() === '' || /\/\*|\*\//.test(value)) return false;
  const outside = value.replace(/'[^'"]*'|"[^'"]*"/g, '');
  if (/['"]/.test(outside)) return false;
  for (const [, name = ''] of outside.matchAll(/([\w-]*)\(/g)) {
    if (name !== '' && !allowedFunctions.has(name.toLowerCase())) return false;
  }
  let depth = 0;
  for (const char of outside) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** A known variable with a value that can do nothing else. */
export const isUsable = (name: string, value: string): boolean => known.has(name) && isPlainValue(value);

/** Names of variables in `root-css` that cannot be published, with the reason. */
export function variableProblems(rootCss: Readonly<Record<string, string>>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(rootCss)) {
    const variable = themeVariable(name);
    if (!variable || !known.has(variable.name)) problems[name] = 'There is no such variable';
    else if (!isPlainValue(value)) problems[name] = 'Not a plain CSS value';
  }
  return problems;
}
