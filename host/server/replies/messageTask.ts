import * as z from 'zod';

/** What the thread is given, and what it makes of it. */
export interface MessageTask {
  raw: Uint8Array<ArrayBuffer>;
  /** Addresses of ours, in small letters: a line that has one begins what was quoted. */
  ours: readonly string[];
}

/** So many files of one email; the screen takes as many. */
export const mostAttachments = 20;

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

export const messageSchema = z.union([
  z.object({
    /** Addresses that it says it is from, in small letters. */
    from: z.array(z.string()),
    /** `null`: it has none. */
    messageId: z.string().nullable(),
    /** A program has written it. */
    automatic: z.boolean(),
    /** Without what was quoted and the signature. */
    text: z.string(),
    attachments: z.array(z.object({ fileName: z.string(), content: bytes })),
  }),
  z.object({ failed: z.string() }),
]);
export type Message = Exclude<z.infer<typeof messageSchema>, { failed: string }>;
