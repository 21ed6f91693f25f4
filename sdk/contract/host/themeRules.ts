const namePattern = /^(?:--)?([a-zA-Z][\w-]{0,60})(@dark)?$/;
const valuePattern = /^[^;{}<>\\]{1,200}$/;

/** A variable of `root-css`, without its dashes; `null` for what is no name. */
export function themeVariable(given: string): { name: string; dark: boolean } | null {
  const [, name, dark] = namePattern.exec(given) ?? [];
  return name === undefined ? null : { name, dark: dark !== undefined };
}

/** Declarations of a theme in each mode: plain names count in light, `name@dark` in dark. */
export interface ThemeRules {
  light: string;
  dark: string;
}

/**
 * The variables of a theme (`root-css`) as declarations, the same for the first paint and for the running page. What
 * could leave its declaration, and what `isUsable` refuses, is left out. A theme that names a primary colour but none
 * for buttons means it for buttons too.
 */
export function themeRules(
  rootCss: Readonly<Record<string, string>>,
  isUsable: (name: string, value: string) => boolean = () => true,
): ThemeRules {
  const modes = { light: new Map<string, string>(), dark: new Map<string, string>() };
  for (const [given, value] of Object.entries(rootCss)) {
    const variable = themeVariable(given);
    if (!variable || !valuePattern.test(value) || !isUsable(variable.name, value)) continue;
    modes[variable.dark ? 'dark' : 'light'].set(variable.name, value);
  }
  for (const variables of Object.values(modes)) {
    const primary = variables.get('primary');
    const strong = variables.get('primary-strong') ?? primary;
    if (primary && !variables.has('button-primary')) variables.set('button-primary', primary);
    if (strong && !variables.has('button-primary-hover')) variables.set('button-primary-hover', strong);
  }
  const written = (variables: ReadonlyMap<string, string>): string =>
    [...variables].map(([name, value]) => `--${name}:${value};`).join('');
  return { light: written(modes.light), dark: written(modes.dark) };
}
