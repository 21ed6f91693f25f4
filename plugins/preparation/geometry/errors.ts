import type { Said } from '@sinter/sdk/contract/said';
import type { Sentence } from '@sinter/sdk/contract/texts';

/** Why a file could not be processed. The list is closed, so that callers can switch on it. */
export type GeometryErrorCode =
  /** The file holds no bytes. */
  | 'EMPTY_FILE'
  /** The content is not in the format that it claims, or in no known format. */
  | 'NOT_READABLE'
  /** The format is right, but the content breaks its rules (bad index, cycle, forbidden DTD, cut archive). */
  | 'INVALID_CONTENT'
  /** The file is readable but contains no surface. */
  | 'NO_TRIANGLES'
  /** Larger than the limits of the reader, or made to grow enormously (archive bombs, component bombs). */
  | 'TOO_LARGE'
  /** A proprietary format that has no converter. */
  | 'NEEDS_CONVERTER'
  /** The operation needs a closed surface, and this one has holes. */
  | 'NEEDS_REPAIR'
  /** The request does not fit this part: a wall thicker than the part, a plane beside it. */
  | 'NOT_POSSIBLE';

/** Every reader and operation of this folder throws it. The message is a sentence for the user who sent the file. */
export class GeometryError extends Error {
  readonly code: GeometryErrorCode;
  /** What the message is made from, for other languages. */
  readonly said: Said;

  constructor(code: GeometryErrorCode, { message, said }: Sentence) {
    super(message);
    this.name = 'GeometryError';
    this.code = code;
    this.said = said;
  }
}
