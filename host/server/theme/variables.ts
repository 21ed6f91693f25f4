/** The palette that a theme may change: the custom properties of the SDK's `tokens.css`. */
// prettier-ignore
export const themeVariables: ReadonlySet<string> = new Set([
  'primary', 'primary-strong', 'primary-soft', 'success', 'success-soft', 'warning', 'warning-soft', 'danger',
  'danger-soft', 'neutral-soft', 'background', 'surface', 'surface-raised', 'border', 'border-strong', 'text',
  'text-secondary', 'text-muted', 'navigation', 'navigation-text', 'navigation-active', 'navigation-hover',
  'control-border', 'button-primary', 'button-primary-hover', 'button-danger', 'shadow', 'radius', 'font',
]);

const namePattern = /^(?:--)?([a-z][\w-]{0,60})(@dark)?$/;

/** `null` for what is no name of a variable. */
export function parseVariable(name: string): { variable: string; dark: boolean } | null {
  const [, variable, dark] = namePattern.exec(name) ?? [];
  return variable === undefined ? null : { variable, dark: dark !== undefined };
}

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

/** Names of variables in `root-css` that cannot be published, with the reason. */
export function variableProblems(rootCss: Readonly<Record<string, string>>): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(rootCss)) {
    const known = parseVariable(name);
    if (!known || !themeVariables.has(known.variable)) problems[name] = 'There is no such variable';
    else if (!isPlainValue(value)) problems[name] = 'Not a plain CSS value';
  }
  return problems;
}
