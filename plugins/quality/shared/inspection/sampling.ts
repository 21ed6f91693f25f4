import type { Aql, InspectionLevel } from '@sinter/sdk/contract/quality/inspectionPlans';
import type { InspectionSeverity } from '@sinter/sdk/contract/quality/inspections';

/**
 * Single sampling by ISO 2859-1: Table 1 (code letters), and Tables 2-A to 2-C (sample sizes with acceptance and rejection numbers
 * of normal, tightened and reduced inspection).
 */
const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'M', 'N', 'P', 'Q', 'R'] as const;
export type CodeLetter = (typeof letters)[number];
const sizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1250, 2000] as const;
const reducedSizes = [2, 2, 2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800] as const;

/** Largest lot, and the letters of levels I, II and III. */
const byLotSize: readonly (readonly [number, string])[] = [
  [8, 'AAB'],
  [15, 'ABC'],
  [25, 'BCD'],
  [50, 'CDE'],
  [90, 'CEF'],
  [150, 'DFG'],
  [280, 'EGH'],
  [500, 'FHJ'],
  [1_200, 'GJK'],
  [3_200, 'HKL'],
  [10_000, 'JLM'],
  [35_000, 'KMN'],
  [150_000, 'LNP'],
  [500_000, 'MPQ'],
  [Infinity, 'NQR'],
];

/** The place of the letter whose normal plan has acceptance number 0; at AQL 10 it would lie before A, so that its first plan is that of C. */
const zeroAt: Readonly<Record<Aql, number>> = {
  ...{ '0.065': 10, '0.10': 9, '0.15': 8, '0.25': 7, '0.40': 6, '0.65': 5 },
  ...{ '1.0': 4, '1.5': 3, '2.5': 2, '4.0': 1, '6.5': 0, '10': -1 },
};
interface Column {
  sizes: readonly number[];
  /** Letters after that of normal inspection at which its 0 stands. */
  later: number;
  /** Arrows between its 0 and its 1: as many as there are fractional acceptance numbers between them. */
  arrows: number;
  /** Of these, how many lead up to the 0; the others lead down. */
  up: number;
  accepts: readonly number[];
}
/** Each AQL has the same column. */
const columns: Readonly<Record<InspectionSeverity, Column>> = {
  NORMAL: { sizes, later: 0, arrows: 2, up: 1, accepts: [1, 2, 3, 5, 7, 10, 14, 21] },
  TIGHTENED: { sizes, later: 1, arrows: 2, up: 0, accepts: [1, 2, 3, 5, 8, 12, 18] },
  REDUCED: { sizes: reducedSizes, later: 0, arrows: 3, up: 1, accepts: [1, 2, 3, 5, 6, 8, 10] },
};

export interface Sampling {
  letter: CodeLetter;
  /** Pieces that are inspected: the whole lot where it is not larger. */
  samples: number;
  accept: number;
  reject: number;
}

/** The code letter of a lot. */
export function codeLetter(lotSize: number, level: InspectionLevel): CodeLetter {
  const row = byLotSize.find(([largest]) => lotSize <= largest)?.[1] ?? 'NQR';
  const letter = row[level.length - 1];
  return letters.find((each) => each === letter) ?? 'A';
}

/** Where the arrows of the table lead to: the letter whose plan is used, with its acceptance number. */
export function samplingOf(
  lotSize: number,
  level: InspectionLevel,
  aql: Aql,
  severity: InspectionSeverity = 'NORMAL',
): Sampling {
  const { sizes: of, later, arrows, up, accepts } = columns[severity];
  const own = letters.indexOf(codeLetter(lotSize, level));
  const zero = zeroAt[aql] + later;
  const first = zero + arrows + 1;
  const last = first + accepts.length - 1;
  const at = zero >= 0 && own <= zero + up ? zero : Math.min(Math.max(own, first), last);
  const accept = at === zero ? 0 : (accepts[at - first] ?? 0);
  return {
    letter: letters[at] ?? 'R',
    samples: Math.min(of[at] ?? lotSize, lotSize),
    accept,
    reject: accept + 1,
  };
}

/** What a normal plan that accepts so many would accept at the next lower AQL; `null` where it accepts one at most. */
export function acceptTighter(accept: number): number | null {
  const { accepts } = columns.NORMAL;
  const at = accepts.indexOf(accept);
  return at < 1 ? null : (accepts[at - 1] ?? null);
}
