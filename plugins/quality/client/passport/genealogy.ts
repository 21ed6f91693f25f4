import type { Passport } from '@sinter/sdk/contract/quality/passport';

/** A box of the picture. */
export interface GenealogyNode {
  id: string;
  kind: 'ORDER' | 'BUILD' | 'LOT' | 'STEP' | 'SHIPMENT';
  /** Where it lies, from the side where the reader's language begins. */
  x: number;
  y: number;
  /** What it shows; of the passport. */
  lotId?: number;
  name: string;
  detail: { stepKind?: string; good?: number; quantity?: number; machine?: string };
  /** The lot that the passport is of. */
  own: boolean;
}
export interface GenealogyEdge {
  id: string;
  from: string;
  to: string;
  how: 'FLOW' | 'SPLIT' | 'MERGE' | 'REWORK' | 'REMAKE';
}
export interface Genealogy {
  nodes: GenealogyNode[];
  edges: GenealogyEdge[];
  width: number;
  height: number;
}

export const box = { width: 168, height: 44 };
const gap = { across: 56, down: 14 };
const columnX = (column: number): number => column * (box.width + gap.across);
const rowY = (row: number): number => row * (box.height + gap.down);

/** From the order line by builds, lots and their steps to what was shipped. Lots that are only named have no steps. Pure. */
export function genealogyOf(passport: Passport): Genealogy {
  const { lot, order, part, builds, steps, lineage, shipments } = passport;
  const stepsOf = new Map(steps.map(({ lotId, steps: own }) => [lotId, own]));
  const named = [
    ...lineage.kin.flatMap(({ lotId, parentId }) => [parentId, lotId]),
    ...lineage.remakes.flatMap(({ scrappedIn, madeIn }) => [scrappedIn, madeIn]),
  ];
  const lots = [...new Set([...stepsOf.keys(), lot.id, ...named])].sort((one, other) => one - other);
  const nodes: GenealogyNode[] = [];
  const edges: GenealogyEdge[] = [];
  const link = (from: string, to: string, how: GenealogyEdge['how'] = 'FLOW') =>
    edges.push({ id: `${from} ${to} ${how}`, from, to, how });

  let row = 0;
  for (const id of lots) {
    const own = stepsOf.get(id) ?? [];
    const me = `lot ${id}`;
    nodes.push({
      ...{ id: me, kind: 'LOT', x: columnX(2), y: rowY(row), lotId: id, name: String(id), own: id === lot.id },
      detail: id === lot.id ? { quantity: lot.quantity } : {},
    });
    let before = me;
    for (const [index, step] of own.entries()) {
      const one = `step ${id} ${step.position}`;
      nodes.push({
        ...{ id: one, kind: 'STEP', x: columnX(3), y: rowY(row + index), name: step.name, own: id === lot.id },
        detail: { stepKind: step.kind, good: step.good },
      });
      link(before, one);
      before = one;
    }
    row += Math.max(own.length, 1);
  }
  const rows = Math.max(row, builds.length, shipments.length, 1);
  const middle = (index: number, of: number): number => rowY(((rows - of) * (index + 1)) / (of + 1) + index);
  nodes.unshift({
    ...{ id: 'order', kind: 'ORDER', x: columnX(0), y: middle(0, 1), name: part.name, own: false },
    detail: { quantity: order.ordered },
  });
  for (const [index, build] of builds.entries()) {
    const id = `build ${build.jobId}`;
    nodes.push({
      ...{ id, kind: 'BUILD', x: columnX(1), y: middle(index, builds.length), name: build.name, own: false },
      detail: { machine: build.machine.name },
    });
    link('order', id);
    for (const made of build.lotIds) if (!lineage.kin.some((kin) => kin.lotId === made)) link(id, `lot ${made}`);
  }
  const last = stepsOf.get(lot.id)?.at(-1);
  for (const [index, { id, quantity }] of shipments.entries()) {
    nodes.push({
      ...{ id: `shipment ${id}`, kind: 'SHIPMENT', x: columnX(4), y: middle(index, shipments.length), own: false },
      name: `#${id}`,
      detail: { quantity },
    });
    link(last ? `step ${lot.id} ${last.position}` : `lot ${lot.id}`, `shipment ${id}`);
  }
  for (const { lotId, parentId, how } of lineage.kin) link(`lot ${parentId}`, `lot ${lotId}`, how);
  for (const { scrappedIn, madeIn } of lineage.remakes) link(`lot ${scrappedIn}`, `lot ${madeIn}`, 'REMAKE');
  // As it is read: from the order on, column by column.
  nodes.sort((one, other) => one.x - other.x || one.y - other.y);
  return { nodes, edges, width: columnX(4) + box.width, height: rowY(rows) - gap.down };
}
