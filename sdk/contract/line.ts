import * as z from 'zod';

const noControls = /^[^\p{Cc}\p{Cf}]*$/u;

/** A line that people see: no control characters, so that it cannot break a mail's header or a log line. */
export const lineSchema = (longest: number) =>
  z.string().trim().max(longest).regex(noControls, 'No control characters');
