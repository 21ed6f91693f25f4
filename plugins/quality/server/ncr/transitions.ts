import type { NcrBlock, NcrEvent, NcrRowState, NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import type { Disposition, Rigor } from '@sinter/sdk/contract/quality/settings';

export interface NcrTransition {
  event: NcrEvent;
  from: readonly NcrStatus[];
  to: NcrStatus;
  /** Only where a facility works as strictly as this; everywhere unless given. */
  rigor?: Rigor;
  /** The person has to say why. */
  needsReason?: true;
  /** What must not be so. */
  blockedBy: readonly NcrBlock[];
  /** What follows in the same transaction: see fire.ts. */
  effect?: 'CARRY_OUT' | 'RELEASE' | 'BEGIN_ANEW';
}

/** How the status of a non-conformance changes. Everything that is not here is refused. */
export const ncrTransitions: readonly NcrTransition[] = [
  { event: 'REVIEW', from: ['OPEN'], to: 'IN_REVIEW', blockedBy: [] },
  {
    event: 'DISPOSE',
    from: ['IN_REVIEW'],
    to: 'DISPOSITIONED',
    blockedBy: ['PENDING_ROWS', 'REFUSED_ROWS'],
    effect: 'CARRY_OUT',
  },
  {
    event: 'CLOSE',
    from: ['DISPOSITIONED'],
    to: 'CLOSED',
    blockedBy: ['PENDING_ROWS', 'REFUSED_ROWS', 'SIGNATURES', 'CONCESSION', 'HOLDS'],
  },
  // A note is closed by whoever has read it.
  { event: 'CLOSE', from: ['OPEN', 'IN_REVIEW'], to: 'CLOSED', rigor: 'OFF', blockedBy: ['HOLDS'] },
  {
    event: 'VOID',
    from: ['OPEN', 'IN_REVIEW'],
    to: 'VOID',
    needsReason: true,
    blockedBy: ['POSTED'],
    effect: 'RELEASE',
  },
  {
    event: 'REOPEN',
    from: ['DISPOSITIONED', 'CLOSED', 'VOID'],
    to: 'IN_REVIEW',
    needsReason: true,
    blockedBy: ['POSTED'],
    effect: 'BEGIN_ANEW',
  },
];

export const transitionsFrom = (status: NcrStatus, rigor: Rigor): readonly NcrTransition[] =>
  ncrTransitions.filter((row) => row.from.includes(status) && (row.rigor ?? rigor) === rigor);

export const isEnded = (status: NcrStatus): boolean => status === 'CLOSED' || status === 'VOID';

/** Pieces have moved because of it, which is not taken back. */
export const posts = (disposition: Disposition | null): boolean =>
  disposition !== null && ['REWORK', 'REPAIR', 'REMAKE', 'SCRAP', 'RETURN_TO_SUPPLIER'].includes(disposition);

interface Standing {
  rows: readonly { state: NcrRowState; disposition: Disposition | null }[];
  /** It holds something now. */
  held: boolean;
}

/** All that can stand in the way of something now. */
export function blocksOf({ rows, held }: Standing): NcrBlock[] {
  const any = (state: NcrRowState) => rows.some((row) => row.state === state);
  return [
    ...(any('PENDING') ? (['PENDING_ROWS'] as const) : []),
    ...(any('REFUSED') ? (['REFUSED_ROWS'] as const) : []),
    ...(any('PROPOSED') ? (['SIGNATURES'] as const) : []),
    ...(any('CUSTOMER') ? (['CONCESSION'] as const) : []),
    ...(held ? (['HOLDS'] as const) : []),
    ...(rows.some(({ state, disposition }) => state === 'DONE' && posts(disposition)) ? (['POSTED'] as const) : []),
  ];
}

/** What may be done now, and what only something stands in the way of. */
export function possible(
  status: NcrStatus,
  rigor: Rigor,
  standing: Standing,
): { allowed: NcrEvent[]; blocked: { event: NcrEvent; by: NcrBlock[] }[] } {
  const present = blocksOf(standing);
  const rows = transitionsFrom(status, rigor).map(({ event, blockedBy }) => ({
    event,
    by: blockedBy.filter((block) => present.includes(block)),
  }));
  return {
    allowed: rows.filter(({ by }) => by.length === 0).map(({ event }) => event),
    blocked: rows.filter(({ by }) => by.length > 0),
  };
}
