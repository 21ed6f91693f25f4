/** A node of the event tree, as far as choosing is concerned. */
export interface EventNode {
  id: string;
  children: readonly EventNode[];
}

const leavesOf = ({ id, children }: EventNode): string[] => (children.length === 0 ? [id] : children.flatMap(leavesOf));

const isAbove = (node: string, id: string): boolean => id === node || id.startsWith(`${node}.`);

/** How much of what a node holds is chosen. */
export function shareOf(node: EventNode, chosen: readonly string[]): 'all' | 'some' | 'none' {
  const leaves = leavesOf(node);
  const count = leaves.filter((leaf) => chosen.some((one) => isAbove(one, leaf))).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some';
}

/** With this node chosen or not; a node whose whole inside is chosen stands for it. */
export function choose(tree: readonly EventNode[], chosen: readonly string[], node: EventNode, yes: boolean): string[] {
  const wanted = (leaf: string) => (isAbove(node.id, leaf) ? yes : chosen.some((one) => isAbove(one, leaf)));
  const shortest = (each: EventNode): string[] =>
    leavesOf(each).every(wanted) ? [each.id] : each.children.flatMap(shortest);
  return tree.flatMap(shortest);
}
