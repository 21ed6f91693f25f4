import type { CallResult } from '@sinter/sdk/contract/call';
import type { NcrDetail, NcrEvent } from '@sinter/sdk/contract/quality/ncr';
import {
  fireNcrEvent,
  listNcrHistory,
  ncrChanged,
  readNcr,
  readNcrChoices,
  releaseNcr,
  setNcrRows,
  signNcrRow,
  type NcrRowDraft,
} from '@sinter/sdk/contract/quality/ncrs';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import type { Tagging } from '@sinter/sdk/state/lists';
import { ncrTagging } from './ncrTagging.ts';
import type { NcrChoices } from './NcrsStore.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;
type History = CallResult<typeof listNcrHistory>;
export type Beside = 'change' | 'rows' | 'contain' | 'capa' | 'VOID' | 'REOPEN';

/** One non-conformance. */
export class NcrStore {
  beside: Beside | null = null;
  readonly id: number;
  readonly reading: Question<void, NcrDetail>;
  readonly history: Question<void, History>;
  readonly choices: Question<void, NcrChoices>;
  readonly firing: Action<[NcrEvent], NcrDetail>;
  readonly releasing: Action<[number], NcrDetail>;
  readonly signing: Action<[rowId: number, approves: boolean], NcrDetail>;
  readonly tagging: Tagging;
  readonly #host: Host;

  constructor(host: Host, id: number) {
    const { api } = host;
    this.#host = host;
    this.id = id;
    const refreshOn = [on(ncrChanged, ({ ncrId }) => ncrId === id)];
    this.reading = new Question<void, NcrDetail>(host, {
      ask: (_, signal) => api.call(readNcr, { params: { id } }, { signal }),
      failed: 'a non-conformance could not be loaded',
      refreshOn,
    });
    this.history = new Question<void, History>(host, {
      ask: (_, signal) => api.call(listNcrHistory, { params: { id }, query: {} }, { signal }),
      failed: 'the history of a non-conformance could not be loaded',
      refreshOn,
    });
    this.choices = new Question<void, NcrChoices>(host, {
      ask: (_, signal) => api.call(readNcrChoices, {}, { signal }),
      failed: 'what non-conformances are described with could not be read',
    });
    const onDone = (ncr: NcrDetail) => this.show(ncr);
    this.firing = new Action<[NcrEvent], NcrDetail>(host, {
      run: (event) => api.call(fireNcrEvent, { params: { id }, body: { eventId: newId(), event } }),
      onDone,
      failed: 'a non-conformance was not moved',
      toast: true,
    });
    this.releasing = new Action<[number], NcrDetail>(host, {
      run: (holdId) => api.call(releaseNcr, { params: { id }, body: { eventId: newId(), holdIds: [holdId] } }),
      onDone,
      failed: 'a hold was not released',
      toast: true,
    });
    this.signing = new Action<[number, boolean], NcrDetail>(host, {
      run: (rowId, approves) => api.call(signNcrRow, { params: { id, rowId }, body: { approves } }),
      onDone,
      failed: 'a disposition was not signed',
      toast: true,
    });
    this.tagging = ncrTagging(host);
    makeStore(this);
  }

  start(): Dispose {
    return together(this.reading.start(), this.history.start(), this.choices.start());
  }

  open(beside: Beside | null): void {
    this.beside = beside;
  }

  /** What was changed beside the record itself. */
  refresh(): void {
    this.reading.refresh();
    this.history.refresh();
  }

  /** What is open beside it stays, with what was entered there. */
  show(ncr: NcrDetail): void {
    this.reading.put(ncr);
    this.history.refresh();
  }

  /** What was entered beside it is saved: that is closed, unless something else is open there by now. */
  saved(beside: Beside, ncr: NcrDetail): void {
    if (this.beside === beside) this.beside = null;
    this.show(ncr);
  }

  read(): Promise<NcrDetail> {
    return this.#host.api.call(readNcr, { params: { id: this.id } });
  }

  async saveRows(version: number, rows: NcrRowDraft[]): Promise<void> {
    this.saved('rows', await this.#host.api.call(setNcrRows, { params: { id: this.id }, body: { version, rows } }));
  }

  /** With the reason that was entered beside it. */
  async fire(event: 'VOID' | 'REOPEN', reason: string): Promise<void> {
    const body = { eventId: newId(), event, reason };
    this.saved(event, await this.#host.api.call(fireNcrEvent, { params: { id: this.id }, body }));
  }
}
