import type { InspectionSeverity, Switching } from '@sinter/sdk/contract/quality/inspections';
import { acceptTighter } from './sampling.ts';

/** A lot as it was inspected for the first time. */
export interface Judged {
  /** What the facility calls it. */
  lot: string;
  severity: InspectionSeverity;
  /** `null`: not judged yet. */
  accepted: boolean | null;
  /** Acceptance number of its plan. */
  accept: number;
  nonconforming: number;
  /** Its inspection began, or goes on, after inspection was resumed. */
  resumed: boolean;
}

/** Lots in a row that are looked at, and how many of them are refused before inspection is tightened. */
const looked = 5;
const refusedBeforeTightened = 2;
const acceptedBeforeNormal = 5;
const refusedBeforeEnd = 5;
const scoreBeforeReduced = 30;

const begin: Switching = {
  ...{ severity: 'NORMAL', since: null, why: 'START', refused: 0, of: 0, score: 0, discontinued: false },
};

/**
 * How the next lot is inspected, by the switching rules of ISO 2859-1 (9.3) and what became of the lots before it, oldest first. Only
 * lots that were inspected as it was in force count: others had begun before it was switched. `reduces`: production is steady and
 * whoever is responsible wants reduced inspection.
 */
export function switched(lots: readonly Judged[], reduces: boolean): Switching {
  const [first] = lots;
  let now: Switching =
    first && (reduces || first.severity !== 'REDUCED') ? { ...begin, severity: first.severity } : begin;
  /** Lots in a row at this severity. */
  let row: Judged[] = [];
  const turn = (severity: InspectionSeverity, lot: string, why: Switching['why'], refused: number, of: number) => {
    now = { ...begin, severity, since: lot, why, refused, of };
    row = [];
  };
  for (const one of lots) {
    const { lot, accepted } = one;
    if (now.discontinued && one.resumed) turn('TIGHTENED', lot, 'RESUMED', 0, 0);
    if (accepted === null || one.severity !== now.severity || now.discontinued) continue;
    row.push(one);
    const refused = row.filter((each) => !each.accepted).length;
    if (now.severity === 'NORMAL') {
      now = { ...now, score: scoreAfter(now.score, one) };
      const last = row.slice(-looked);
      const bad = last.filter((each) => !each.accepted).length;
      if (bad >= refusedBeforeTightened) turn('TIGHTENED', lot, 'REFUSED', bad, last.length);
      else if (reduces && now.score >= scoreBeforeReduced) turn('REDUCED', lot, 'SCORE', 0, row.length);
    } else if (now.severity === 'REDUCED') {
      if (!accepted) turn('NORMAL', lot, 'REFUSED', 1, row.length);
    } else if (refused >= refusedBeforeEnd) {
      now = { ...now, since: lot, why: 'REFUSED', refused, of: row.length, discontinued: true };
    } else if (row.length >= acceptedBeforeNormal && row.slice(-acceptedBeforeNormal).every((each) => each.accepted)) {
      turn('NORMAL', lot, 'ACCEPTED', 0, acceptedBeforeNormal);
    }
  }
  return now;
}

/** The switching score: it grows with lots that are clearly good, and begins anew with others. */
function scoreAfter(score: number, { accepted, accept, nonconforming }: Judged): number {
  const tighter = acceptTighter(accept);
  if (tighter === null) return accepted ? score + 2 : 0;
  return nonconforming <= tighter ? score + 3 : 0;
}
