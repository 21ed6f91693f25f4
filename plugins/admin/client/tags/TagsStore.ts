import { createTag, listTags, mergeTags, updateTag } from '@sinter/sdk/contract/admin/tags';
import type { FacilityTag, TagDraft } from '@sinter/sdk/contract/admin/tags';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log'>;

/** What is done beside the list. */
type Panel = { kind: 'NEW' } | { kind: 'EDIT' | 'MERGE'; id: number };

/** The facility's tags, and the one that is worked on. */
export class TagsStore {
  search = '';
  showsRetired = false;
  panel: Panel | null = null;
  readonly question: Question<void, CallResult<typeof listTags>>;
  readonly retiring: Action<[FacilityTag], unknown>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.question = new Question<void, CallResult<typeof listTags>>(host, {
      ask: (_asked, signal) => host.api.call(listTags, {}, { signal }),
      failed: 'the tags could not be read',
    });
    this.retiring = new Action<[FacilityTag], unknown>(host, {
      run: (tag) => this.#update(tag.id, { ...tag, retired: !tag.retired }),
      failed: 'a tag was not retired or brought back',
      onFailed: () => this.question.retry(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  get tags(): readonly FacilityTag[] {
    return this.question.answer?.tags ?? [];
  }

  get kinds() {
    return this.question.answer?.kinds ?? [];
  }

  get found(): FacilityTag[] {
    const text = this.search.trim().toLocaleLowerCase();
    return this.tags.filter(
      ({ label, retired }) => (this.showsRetired || !retired) && label.toLocaleLowerCase().includes(text),
    );
  }

  get worked(): FacilityTag | null {
    const { panel } = this;
    return panel === null || panel.kind === 'NEW' ? null : (this.tags.find(({ id }) => id === panel.id) ?? null);
  }

  /** What the tag can become. */
  get others(): FacilityTag[] {
    return this.tags.filter((tag) => tag.id !== this.worked?.id && !tag.retired);
  }

  searchFor(text: string): void {
    this.search = text;
  }

  showRetired(shows: boolean): void {
    this.showsRetired = shows;
  }

  open(panel: Panel | null): void {
    this.retiring.forgive();
    this.panel = panel;
  }

  /** Throws the refusal, for the form to show. */
  async save(draft: TagDraft): Promise<void> {
    const { worked } = this;
    if (worked) await this.#update(worked.id, { ...draft, retired: worked.retired });
    else await this.#host.api.call(createTag, { body: draft });
    this.#done();
  }

  /** Throws the refusal, for the form to show. */
  async merge(into: number): Promise<void> {
    const { worked } = this;
    if (!worked) return;
    await this.#host.api.call(mergeTags, { params: { id: worked.id }, body: { into } });
    this.#done();
  }

  #done(): void {
    this.open(null);
    this.question.retry();
  }

  async #update(id: number, { label, color, appliesTo, retired }: TagDraft & { retired: boolean }): Promise<void> {
    const body = { label, color, appliesTo, retired };
    const changed = await this.#host.api.call(updateTag, { params: { id }, body });
    this.question.put({ kinds: this.kinds, tags: this.tags.map((tag) => (tag.id === id ? changed : tag)) });
  }
}
