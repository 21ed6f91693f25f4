/**
 * The numbers of a part's objects in a build: those on its plate, and where it builds more, the lowest that are left. A
 * nesting numbers over all of its builds, so that the second one does not begin at 0.
 */
export function copiesOf(quantity: number, plated: readonly number[]): number[] {
  const copies = plated.toSorted((one, other) => one - other).slice(0, quantity);
  const taken = new Set(copies);
  for (let copy = 0; copies.length < quantity; copy += 1) if (!taken.has(copy)) copies.push(copy);
  return copies;
}

export const keyOf = (orderFileId: number, copy: number): string => `${orderFileId} ${copy}`;
