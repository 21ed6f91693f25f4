import { newId } from '@sinter/sdk/plugin';
import type { Logger } from '@sinter/sdk/plugin';
import * as z from 'zod';

const choiceSchema = z.object({
  amProcessId: z.number().nullable(),
  materialId: z.number().nullable(),
  quantity: z.number().nullable(),
});
/** How one part is wanted. */
export type Choice = z.infer<typeof choiceSchema>;

const draftSchema = z.object({
  /** Sent with the order: the same draft sent twice makes one order. */
  eventId: z.string(),
  title: z.string(),
  notes: z.string(),
  useCase: z.string().nullable(),
  /** ISO date and time; `null`: as soon as possible. */
  wantedDate: z.string().nullable(),
  exportControlled: z.boolean().nullable(),
  /** By the preparation's id. */
  choices: z.record(z.string(), choiceSchema),
  /** The part that was taken off last, and can be put back. */
  removedId: z.string().nullable(),
});
/** An order that is not placed yet. Kept in the tab, so that a reload loses nothing. */
export type Draft = z.infer<typeof draftSchema>;

export const newDraft = (): Draft => ({
  eventId: newId(),
  title: '',
  notes: '',
  useCase: null,
  wantedDate: null,
  exportControlled: null,
  choices: {},
  removedId: null,
});

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Where one person's draft is kept. */
export class DraftKeeper {
  private readonly storage: DraftStorage;
  private readonly key: string;
  private readonly log: Logger;

  constructor(storage: DraftStorage, userId: number, log: Logger) {
    this.storage = storage;
    this.key = `orders.draft.${userId}`;
    this.log = log;
  }

  read(): Draft {
    const text = this.storage.getItem(this.key);
    if (text === null) return newDraft();
    try {
      return draftSchema.parse(JSON.parse(text));
    } catch (error) {
      this.log.warn('The draft of an order cannot be read', { error: String(error) });
      return newDraft();
    }
  }

  write(draft: Draft): void {
    try {
      this.storage.setItem(this.key, JSON.stringify(draft));
    } catch (error) {
      this.log.warn('The draft of an order cannot be kept', { error: String(error) });
    }
  }
}
