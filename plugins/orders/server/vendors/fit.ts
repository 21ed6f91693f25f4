import type { Misfit, MisfitReason, Obstacles } from '@sinter/sdk/contract/orders/vendors';
import type { VendorRelation } from '@sinter/sdk/contract/orders/orders';

/** Edges in mm, the shortest first: a part may be laid down any way round. */
export type Edges = readonly [number, number, number];

export const edgesOf = (x: number, y: number, z: number): Edges => {
  const [a = 0, b = 0, c = 0] = [x, y, z].sort((one, other) => one - other);
  return [a, b, c];
};

/** A part as it is wanted. */
export interface WantedPart {
  processId: number;
  materialId: number;
  /** `null` when it has not been measured. */
  edges: Edges | null;
  /** `null`: as it comes from the machine. */
  finishId: number | null;
}

export interface Wanted {
  parts: readonly WantedPart[];
  controlled: boolean;
}

/** What one machine of a facility can do. */
export interface Ability {
  processId: number;
  /** `null`: none of the materials that are wanted. */
  materialId: number | null;
  /** `null`: it takes parts of any size. */
  edges: Edges | null;
}

export interface Candidate {
  id: number;
  name: string;
  location: string;
  relation: VendorRelation;
  /** It does export-controlled work. */
  registered: boolean;
  abilities: readonly Ability[];
  /** Finishes that it offers. */
  finishes: readonly number[];
}

/** A facility and why it does not get the order; without a reason it does. */
export interface Judged {
  candidate: Candidate;
  reasons: readonly MisfitReason[];
}

type Stage = Extract<Misfit, 'PROCESS' | 'MATERIAL' | 'SIZE' | 'FINISH'>;
const stages: readonly Stage[] = ['PROCESS', 'MATERIAL', 'SIZE', 'FINISH'];

const isWithin = (part: Edges, machine: Edges): boolean => part.every((edge, index) => edge <= (machine[index] ?? 0));

/** What a facility lacks for a part; `null` when it can make it. */
function lackOf(
  { processId, materialId, edges, finishId }: WantedPart,
  { abilities, finishes }: Candidate,
): Stage | null {
  const printing = abilities.filter((ability) => ability.processId === processId);
  if (printing.length === 0) return 'PROCESS';
  const running = printing.filter((ability) => ability.materialId === materialId);
  if (running.length === 0) return 'MATERIAL';
  if (!running.some((ability) => edges === null || ability.edges === null || isWithin(edges, ability.edges)))
    return 'SIZE';
  return finishId === null || finishes.includes(finishId) ? null : 'FINISH';
}

/** Why a facility that can make everything does not get it all the same. */
function keptFrom({ relation, registered }: Candidate, { controlled }: Wanted): Misfit[] {
  return [
    ...(relation === 'BLACK_LISTED' ? (['BLACK_LISTED'] as const) : []),
    ...(controlled && !registered ? (['EXPORT_CONTROL'] as const) : []),
  ];
}

export function judge(wanted: Wanted, candidates: readonly Candidate[]): Judged[] {
  return candidates.map((candidate) => {
    const lacks = wanted.parts.map((part) => lackOf(part, candidate));
    const ofParts = stages.flatMap((reason) => {
      const parts = lacks.flatMap((lack, index) => (lack === reason ? [index] : []));
      return parts.length > 0 ? [{ reason, parts }] : [];
    });
    const ofAll = keptFrom(candidate, wanted).map((reason) => ({ reason, parts: [] }));
    return { candidate, reasons: [...ofAll, ...ofParts] };
  });
}

export const fits = ({ reasons }: Judged): boolean => reasons.length === 0;

const isStage = (reason: Misfit): reason is Stage => stages.some((stage) => stage === reason);

/** What stands between an order and somebody who makes it, for its buyer to change. */
export function obstaclesOf(wanted: Wanted, judged: readonly Judged[]): Obstacles {
  const kept = (['BLACK_LISTED', 'EXPORT_CONTROL'] as const).flatMap((reason) => {
    const facilities = judged.filter(
      ({ reasons }) => reasons[0]?.reason === reason && !reasons.some((each) => isStage(each.reason)),
    ).length;
    return facilities > 0 ? [{ reason, facilities }] : [];
  });
  const parts = wanted.parts.flatMap((part, index) => {
    const lacks = judged.map(
      ({ reasons }) => reasons.find((each) => isStage(each.reason) && each.parts.includes(index))?.reason ?? null,
    );
    if (lacks.includes(null)) return [];
    // The one who comes nearest says what is missing.
    const reason = stages.findLast((stage) => lacks.includes(stage)) ?? 'PROCESS';
    const sized = reason === 'SIZE' && part.edges !== null;
    return [
      {
        part: index,
        reason,
        size: sized ? triple(part.edges) : null,
        largest: sized ? triple(largestFor(part, judged)) : null,
      },
    ];
  });
  return { parts, together: judged.length > 0 && parts.length === 0 && kept.length === 0 && !judged.some(fits), kept };
}

const triple = (edges: Edges | null): [number, number, number] | null => edges && [...edges];

/** The roomiest machine that runs the material. */
function largestFor({ processId, materialId }: WantedPart, judged: readonly Judged[]): Edges | null {
  const volume = (edges: Edges) => edges[0] * edges[1] * edges[2];
  const all = judged.flatMap(({ candidate }) =>
    candidate.abilities.flatMap((ability) =>
      ability.processId === processId && ability.materialId === materialId && ability.edges ? [ability.edges] : [],
    ),
  );
  const [largest] = all.sort((one, other) => volume(other) - volume(one));
  return largest ?? null;
}
