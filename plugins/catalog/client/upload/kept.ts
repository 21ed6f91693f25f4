import * as z from 'zod';
import type { Logger } from '@sinter/sdk/plugin';

const lineSchema = z.object({
  /** Of the preparation. */
  id: z.string(),
  name: z.string(),
  partNumber: z.string(),
  /** The part that it is a new revision of; `null`: a new part. */
  revisionOf: z.object({ id: z.number(), name: z.string() }).nullable(),
  eventId: z.string(),
});
export type KeptLine = z.output<typeof lineSchema>;
const keptSchema = z.object({
  /** Whether new parts are export controlled; `null`: not answered. */
  exportControlled: z.boolean().nullable(),
  lines: z.array(lineSchema),
});
export type Kept = z.output<typeof keptSchema>;
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Which files were brought here, and what was entered for them: a reload loses nothing. */
export class KeptUploads {
  constructor(
    private readonly storage: Storage,
    private readonly key: string,
    private readonly log: Logger,
  ) {}

  read(): Kept {
    const nothing: Kept = { exportControlled: null, lines: [] };
    try {
      const text = this.storage.getItem(this.key);
      return text === null ? nothing : keptSchema.parse(JSON.parse(text));
    } catch (error) {
      this.log.warn('What was being added could not be read', { error: String(error) });
      return nothing;
    }
  }

  write(kept: Kept): void {
    try {
      this.storage.setItem(this.key, JSON.stringify(kept));
    } catch (error) {
      this.log.warn('What is being added could not be kept', { error: String(error) });
    }
  }
}
