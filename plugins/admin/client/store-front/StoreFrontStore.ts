import {
  previewStoreFront,
  type StoreFront,
  storeFrontKind,
  type StoreFrontPreview,
  storeFrontSchema,
} from '@sinter/sdk/contract/host/storeFront';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { reaction } from 'mobx';
import { type Entry, factsOf } from './facts.ts';

export type Item = StoreFront['items'][string];
/** What is `undefined` is as it is by default. */
export type ItemChange = { [Name in keyof Item]?: Item[Name] | undefined };
export type Currency = StoreFront['currency']['list'][number];

/** The first language's words stand in wherever another has none. */
export const firstLanguage = 'en_US';

/** The store front as it is being changed, and how customers will see it. */
export class StoreFrontStore {
  readonly editor: SettingEditor<StoreFront>;
  /** In the language of the words that are edited. */
  language = firstLanguage;
  previewing = false;
  readonly seen: Question<StoreFront['items'], StoreFrontPreview>;
  readonly sending: Action<[File], number>;

  constructor(host: Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>) {
    const { api } = host;
    this.editor = new SettingEditor<StoreFront>(host, {
      kind: storeFrontKind,
      schema: storeFrontSchema,
      facts: (value) => factsOf(value, this.entries, host.t),
    });
    this.seen = new Question<StoreFront['items'], StoreFrontPreview>(host, {
      ask: (items, signal) => api.call(previewStoreFront, { body: { items } }, { signal }),
      debounceMs: 300,
      failed: 'the store front could not be shown',
    });
    this.sending = new Action<[File], number>(host, {
      run: async (file) => (await api.upload(uploadFile, file, {})).id,
      onDone: (fileId, file) => this.#takeTerms(fileId, file.name),
      failed: 'the terms could not be sent',
    });
    makeStore(this);
  }

  get entries(): readonly Entry[] {
    return this.seen.answer?.entries ?? [];
  }

  /** What the facility sells in. */
  get ownCurrency(): string {
    return this.seen.answer?.currency ?? '';
  }

  start(): Dispose {
    return together(
      this.editor.start(),
      this.seen.follow(),
      reaction(
        () => this.editor.value?.items,
        (items) => items && this.seen.ask(items),
        { fireImmediately: true },
      ),
    );
  }

  choose(language: string): void {
    this.language = language;
  }

  togglePreview(): void {
    this.previewing = !this.previewing;
  }

  change(change: Partial<StoreFront>): void {
    const { value } = this.editor;
    if (value) this.editor.change({ ...value, ...change });
  }

  changeItem(id: string, change: ItemChange): void {
    const { value } = this.editor;
    if (!value) return;
    const item: ItemChange = { ...value.items[id], ...change };
    const kept = Object.fromEntries(Object.entries(item).filter(([, said]) => said !== undefined));
    const { [id]: _before, ...others } = value.items;
    this.change({ items: Object.keys(kept).length === 0 ? others : { ...others, [id]: kept } });
  }

  changeCurrency(index: number, change: Partial<Currency>): void {
    const { currency } = this.editor.value ?? {};
    if (!currency) return;
    const list = currency.list.map((each, at) => (at === index ? { ...each, ...change } : each));
    this.change({ currency: { ...currency, list } });
  }

  /** These words in the language that is edited. */
  withWords(texts: Readonly<Record<string, string>>, words: string): Record<string, string> {
    const { [this.language]: _before, ...others } = texts;
    return words === '' ? others : { ...others, [this.language]: words };
  }

  removeTerms(): void {
    const { terms } = this.editor.value ?? {};
    if (!terms) return;
    const { [this.language]: _removed, ...documents } = terms.documents;
    this.change({ terms: Object.keys(documents).length === 0 ? null : { ...terms, documents } });
  }

  #takeTerms(fileId: number, fileName: string): void {
    const { terms } = this.editor.value ?? {};
    const title = terms?.documents[this.language]?.title ?? fileName.replace(/\.pdf$/i, '').slice(0, 120);
    const version = terms?.version ?? new Date().toISOString().slice(0, 10);
    this.change({ terms: { version, documents: { ...terms?.documents, [this.language]: { title, fileId } } } });
  }
}
