/** Says, on an element of the page, whose screens are inside. */
export const rootAttribute = 'data-plugin-root';

/**
 * A vendor's style sheet as one that reaches only elements inside `[data-plugin-root="<plugin>"]`. The browser reads the text first, so
 * that nothing in it ends the scope. What has a name for the whole page (movements, fonts, properties) goes into a layer, where
 * the same name of the host counts more.
 */
export function scopedSheet(pluginId: string, text: string): string {
  const read = new CSSStyleSheet();
  read.replaceSync(text);
  const rules = [...read.cssRules];
  const isNamed = (rule: CSSRule) =>
    /^@(keyframes|font-face|property|counter-style|font-feature-values)\b/.test(rule.cssText);
  const named = rules.filter(isNamed);
  const others = rules.filter((rule) => !isNamed(rule) && !/^@(import|namespace)\b/.test(rule.cssText));
  const textOf = (some: readonly CSSRule[]) => some.map(({ cssText }) => cssText).join('\n');
  return `@layer plugins{${textOf(named)}}\n@scope ([${rootAttribute}="${pluginId}"]){${textOf(others)}}`;
}
