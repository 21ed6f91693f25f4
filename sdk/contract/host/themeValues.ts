import { themeVariables } from './themeVariables.ts';

/** What may stand in a theme: asked when one is published, and again when a page is made of a stored one. */

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

export const isThemeVariable = (name: string): boolean => known.has(name);

/** A known variable with a value that can do nothing else. */
export const isUsable = (name: string, value: string): boolean => known.has(name) && isPlainValue(value);

export const fontWeightPattern = /^(?:normal|bold|[1-9]\d{0,2}(?: [1-9]\d{0,2})?|1000)$/;
export const fontStylePattern = /^(?:normal|italic|oblique)$/;
