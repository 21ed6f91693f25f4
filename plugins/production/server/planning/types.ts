import type { CallContext, Work } from '@sinter/sdk/server';

/** A planned build that is being changed, locked until the transaction ends. `pieces`: order file to quantity. */
export interface Draft {
  readonly id: number;
  name: string;
  equipmentId: number;
  readonly processId: number;
  readonly materialId: number;
  status: 'DRAFT' | 'MERGED' | 'DISCARDED';
  locked: boolean;
  readonly version: number;
  mergedIntoId: number | null;
  pieces: Map<number, number>;
}

/** How it was before; `null`: it is new. */
export type Before = Pick<Draft, 'name' | 'equipmentId' | 'status' | 'locked'> & { pieces: [number, number][] };

export interface Planning {
  context: CallContext;
  unit: Work;
  drafts: Map<number, Draft>;
  before: Map<number, Before | null>;
}

export interface Seen {
  id: number;
  version: number;
}
