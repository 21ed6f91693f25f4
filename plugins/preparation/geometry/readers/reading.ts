import type { Said } from '@sinter/sdk/contract/said';
import type { Sentence } from '@sinter/sdk/contract/texts';
import type { Mesh } from '../mesh.ts';

/** What a reader found out about a file besides its mesh. */
export interface Reading {
  /** One mesh per body, each with its own vertices. An STL is one body. */
  bodies: Mesh[];
  /** The file or the user told the unit of the coordinates. When a reader sets it, they are in millimetres already. */
  unitKnown: boolean;
  /** Number of facets left out because a coordinate was not a finite number. */
  nonFinite: number;
  /** The file ended before its content did. */
  truncated: boolean;
  /** What the reader accepted or left out, for the report. */
  warnings: Warning[];
}

/** Something the user should know about the file; the operation still succeeded. */
export interface Warning {
  code: WarningCode;
  text: string;
  /** What the text is made from, for other languages. */
  said: Said;
}

export const warning = (code: WarningCode, { message, said }: Sentence): Warning => ({ code, text: message, said });

export type WarningCode =
  | 'TRUNCATED'
  | 'COUNT_MISMATCH'
  | 'TRAILING_BYTES'
  | 'NON_FINITE_FACETS'
  | 'OPEN_SURFACE'
  | 'TOUCHING_EDGES'
  | 'INVERTED_SHELLS'
  | 'NESTED_SOLIDS'
  | 'FAR_FROM_ORIGIN'
  | 'UNIT_SMALL'
  | 'UNIT_INCHES'
  | 'UNIT_LARGE'
  | 'SHEETS_LEFT_OUT'
  | 'CONTENT_LEFT_OUT'
  | 'NO_WALLS'
  | 'NO_OVERHANG'
  | 'UNHELD_OVERHANG'
  | 'CLOSED_CAVITY';
