/** Why a file could not be processed. A closed list: callers may switch on it. */
export type GeometryErrorCode =
  /** The file holds no bytes. */
  | 'EMPTY_FILE'
  /** The content is not the format it claims, or is none we know. */
  | 'NOT_READABLE'
  /** The format is right, but the content breaks its rules (bad index, cycle, forbidden DTD, cut archive). */
  | 'INVALID_CONTENT'
  /** Readable, but without any surface to work on. */
  | 'NO_TRIANGLES'
  /** Larger than the limits of the reader, or made to explode (archive bombs, component bombs). */
  | 'TOO_LARGE'
  /** A proprietary format and no converter for it. */
  | 'NEEDS_CONVERTER'
  /** The operation needs a closed surface, and this one has holes. */
  | 'NEEDS_REPAIR'
  /** What was asked for cannot be made of this part: a wall thicker than the part, a plane beside it. */
  | 'NOT_POSSIBLE';

/** Thrown by every reader and operation of this folder. The message is a sentence for the person who sent the file. */
export class GeometryError extends Error {
  readonly code: GeometryErrorCode;

  constructor(code: GeometryErrorCode, message: string) {
    super(message);
    this.name = 'GeometryError';
    this.code = code;
  }
}
