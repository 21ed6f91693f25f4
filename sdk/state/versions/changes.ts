/** One thing that a setting says, in the reader's words. */
export interface SettingFact {
  /** The same in every version: the path of a field, the id of an entry. */
  key: string;
  /** `Order History: label` */
  label: string;
  /** `Your orders` */
  text: string;
}

/** What differs between two versions; `null`: one of them does not say it. */
export interface SettingChange {
  key: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** In the order of what is said now, then what is said no longer. */
export function changesBetween(before: readonly SettingFact[], after: readonly SettingFact[]): SettingChange[] {
  const was = new Map(before.map((fact) => [fact.key, fact]));
  const is = new Set(after.map(({ key }) => key));
  return [
    ...after
      .filter(({ key, text }) => was.get(key)?.text !== text)
      .map(({ key, label, text }) => ({ key, label, before: was.get(key)?.text ?? null, after: text })),
    ...before
      .filter(({ key }) => !is.has(key))
      .map(({ key, label, text }) => ({ key, label, before: text, after: null })),
  ];
}

/** Do both say the same, in whatever order? */
export const sameSetting = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
