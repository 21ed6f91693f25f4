import type { Defect } from '@sinter/sdk/contract/quality/settings';

export interface TreeDefect extends Defect {
  /** Where it stands in the setting. */
  index: number;
  depth: number;
}

/** As a tree is read: each one before those below it; one whose way up is broken stands at the top. Pure. */
export function treeOf(defects: readonly Defect[]): TreeDefect[] {
  const below = new Map<number | null, { defect: Defect; index: number }[]>();
  for (const [index, defect] of defects.entries()) {
    below.set(defect.parentId, [...(below.get(defect.parentId) ?? []), { defect, index }]);
  }
  const seen = new Set<number>();
  const walk = (parentId: number | null, depth: number): TreeDefect[] =>
    (below.get(parentId) ?? []).flatMap(({ defect, index }) => {
      if (seen.has(defect.id)) return [];
      seen.add(defect.id);
      return [{ ...defect, index, depth }, ...walk(defect.id, depth + 1)];
    });
  const tree = walk(null, 0);
  const lost = defects.flatMap((defect, index) => (seen.has(defect.id) ? [] : [{ ...defect, index, depth: 0 }]));
  return [...tree, ...lost];
}

/** Defects to choose from, each with those above it: "Surface › Pores". */
export function defectOptions(defects: readonly Defect[]): { id: number; name: string }[] {
  const way: string[] = [];
  return treeOf(defects).map(({ id, name, depth }) => {
    way.splice(depth, way.length, name);
    return { id, name: way.join(' › ') };
  });
}
