import * as z from 'zod';

/** Nor halves of surrogate pairs, which no database can hold. */
const noControls = /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u;

/**
 * One line of text of at most `longest` characters. Control characters are refused, so that it cannot break the
 * header of a mail or a line of a log.
 */
export const lineSchema = (longest: number) =>
  z.string().trim().max(longest).regex(noControls, 'No control characters');
