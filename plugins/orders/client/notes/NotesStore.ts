import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { addOrderNote, changeOrderNote, deleteOrderNote, listOrderNotes } from '@sinter/sdk/contract/orders/notes';
import type { OrderNote } from '@sinter/sdk/contract/orders/notes';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** What the own side has written down about an order. */
export class NotesStore {
  readonly notes: Question<void, readonly OrderNote[]>;
  readonly deleting: Action<[OrderNote], readonly OrderNote[]>;
  /** The note that is being changed. */
  editing: number | null = null;
  /** How many were added here: the form begins anew after each. */
  added = 0;
  readonly #host: Host;
  readonly #orderId: number;
  #eventId = newId();

  constructor(host: Host, orderId: number) {
    this.#host = host;
    this.#orderId = orderId;
    this.notes = new Question<void, readonly OrderNote[]>(host, {
      ask: async (_, signal) => host.api.call(listOrderNotes, { params: { id: orderId } }, { signal }),
      failed: 'the notes of an order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId)],
    });
    this.deleting = new Action<[OrderNote], readonly OrderNote[]>(host, {
      run: ({ id: noteId }) => host.api.call(deleteOrderNote, { params: { id: orderId, noteId } }),
      failed: 'a note was not deleted',
      onDone: (notes) => this.notes.put(notes),
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.notes.start();
  }

  edit(noteId: number | null): void {
    this.editing = noteId;
  }

  /** Throws the `CallError` of a refusal, for the form to show. */
  async add(body: string): Promise<void> {
    const params = { id: this.#orderId };
    const notes = await this.#host.api.call(addOrderNote, { params, body: { eventId: this.#eventId, body } });
    this.#show(notes);
  }

  /** The same. */
  async change(noteId: number, body: string): Promise<void> {
    const params = { id: this.#orderId, noteId };
    this.#show(await this.#host.api.call(changeOrderNote, { params, body: { body } }));
  }

  #show(notes: readonly OrderNote[]): void {
    this.#eventId = newId();
    this.notes.put(notes);
    this.editing = null;
    this.added += 1;
  }
}
