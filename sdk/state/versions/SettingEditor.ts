import { reaction, when } from 'mobx';
import * as z from 'zod';
import { CallError } from '../../contract/errors.ts';
import {
  discardSettingDraft,
  listSettingVersions,
  publishSetting,
  readSetting,
  restoreSetting,
  saveSettingDraft,
  settingChanged,
  type SettingAnswer,
  type SettingVersion,
} from '../../contract/host/versions.ts';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import type { Dispose } from '../../plugin/readable.ts';
import { Action } from '../Action.ts';
import { keepEntered } from '../keepEntered.ts';
import { makeStore, together } from '../makeStore.ts';
import { on, Question } from '../Question.ts';
import { changesBetween, sameSetting, type SettingChange, type SettingFact } from './changes.ts';

export interface SettingEditorOptions<Value> {
  /** `<plugin>/<name>` of the kind. */
  kind: string;
  /** Which one of several of that kind. */
  elementId?: string;
  /** What can be saved. */
  schema: z.ZodType<Value>;
  /** What it may be while somebody writes it, an empty name for instance; `schema` when left out. */
  entering?: z.ZodType<Value>;
  /** What a value says, in the reader's words: from it comes what changed between two. */
  facts: (value: Value) => SettingFact[];
}

export interface EditedVersion<Value> {
  version: number;
  /** ISO; `null`: not known, or nothing was published yet. */
  at: string | null;
  by: string;
  note: string;
  value: Value;
}

/** How the draft stands: `wrong` and `late` wait for the person, who has to mend a field or choose between two versions. */
export type SettingSaved = 'published' | 'saved' | 'saving' | 'unsaved' | 'wrong' | 'late' | 'failed';

interface Read<Value> {
  published: EditedVersion<Value>;
  draft: { value: Value; at: string; by: string } | null;
  seen: string;
}

const saveAfterMs = 1_000;

const storedOf = <Value>({ draft, published }: Read<Value>): Value => (draft ?? published).value;
const isLate = (error: unknown): boolean => error instanceof CallError && error.code === 'CONFLICT';
/** Fields and somebody who was faster are shown where they matter. */
const isShownElsewhere = (error: unknown): boolean =>
  isLate(error) || (error instanceof CallError && error.code === 'INVALID_INPUT');

/**
 * A setting as somebody edits it: `change` it, and the draft saves itself. Where somebody else was faster both texts stay,
 * `theirs` here and `value` there, until the person has chosen. Every open editor follows what others publish.
 */
export class SettingEditor<Value> {
  /** What is being written; `null` until it is read. */
  value: Value | null = null;
  /** What this screen has read last, or saved. */
  base: Read<Value> | null = null;
  /** Somebody else's, where it came between. */
  theirs: Read<Value> | null = null;
  /** What is wrong with single fields, by their path in the value: of the schema, or as the server said. */
  problems: Readonly<Record<string, string>> = {};
  /** Earlier versions, as far as they were asked for. */
  versions: readonly EditedVersion<Value>[] = [];
  moreVersions = false;
  readonly reading: Question<void, Read<Value>>;
  readonly listing: Question<number | undefined, { versions: EditedVersion<Value>[]; more: boolean }>;
  readonly saving: Action<[Value], Read<Value>>;
  readonly publishing: Action<[string], Read<Value>>;
  readonly restoring: Action<[number], Read<Value>>;
  readonly discarding: Action<[], Read<Value>>;
  readonly #host: Pick<PluginHost, 'beforeStop' | 'log' | 'user'>;
  readonly #options: SettingEditorOptions<Value>;
  /** Begun before the page was loaded again. */
  #kept: { value: Value; seen: string } | null = null;
  /** Something was refused because somebody was faster. */
  #wasLate = false;

  constructor(
    host: Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 'user'>,
    options: SettingEditorOptions<Value>,
  ) {
    const { api } = host;
    const { kind, elementId = '', schema } = options;
    const which = { kind, elementId };
    this.#host = host;
    this.#options = options;
    const read = (answer: SettingAnswer): Read<Value> => ({
      seen: answer.seen,
      published: versionOf(answer.published),
      draft: answer.draft && { ...answer.draft, value: schema.parse(answer.draft.value) },
    });
    const versionOf = ({ value, ...entry }: SettingVersion) => ({ ...entry, value: schema.parse(value) });
    const seen = () => ({ ...which, seen: this.base?.seen ?? '' });
    const refused = (error: unknown) => {
      if (error instanceof CallError) this.problems = error.fields;
      if (!isLate(error)) return;
      this.#wasLate = true;
      this.reading.refresh();
    };

    this.reading = new Question<void, Read<Value>>(host, {
      ask: async (_asked, signal) => read(await api.call(readSetting, { query: which }, { signal })),
      onAnswer: (answer) => this.#arrived(answer),
      failed: `the setting ${kind} could not be read`,
      refreshOn: [on(settingChanged, (payload) => payload.kind === kind && payload.elementId === elementId)],
    });
    this.listing = new Question<number | undefined, { versions: EditedVersion<Value>[]; more: boolean }>(host, {
      ask: async (before, signal) => {
        const answer = await api.call(listSettingVersions, { query: { ...which, before } }, { signal });
        return { versions: answer.versions.map(versionOf), more: answer.more };
      },
      onAnswer: ({ versions, more }, before) => {
        this.versions = before === undefined ? versions : [...this.versions, ...versions];
        this.moreVersions = more;
      },
      failed: `the versions of ${kind} could not be read`,
    });
    this.saving = new Action<[Value], Read<Value>>(host, {
      run: async (value) => read(await api.call(saveSettingDraft, { body: { ...seen(), value } })),
      onDone: (answer) => {
        this.base = answer;
        this.reading.put(answer);
      },
      onFailed: refused,
      failed: `the draft of ${kind} could not be saved`,
    });
    this.publishing = new Action<[string], Read<Value>>(host, {
      run: async (note) => read(await api.call(publishSetting, { body: { ...seen(), note } })),
      onDone: (answer) => this.#take(answer),
      onFailed: refused,
      failed: `the draft of ${kind} could not be published`,
    });
    this.restoring = new Action<[number], Read<Value>>(host, {
      run: async (version) => read(await api.call(restoreSetting, { body: { ...seen(), version } })),
      onDone: (answer) => {
        this.#take(answer);
        this.listing.ask(undefined);
      },
      onFailed: refused,
      failed: `a version of ${kind} could not be restored`,
    });
    this.discarding = new Action<[], Read<Value>>(host, {
      run: async () => read(await api.call(discardSettingDraft, { body: seen() })),
      onDone: (answer) => this.#take(answer),
      onFailed: refused,
      failed: `the draft of ${kind} could not be discarded`,
    });
    makeStore(this);
  }

  get published(): EditedVersion<Value> | null {
    return this.base && this.base.published;
  }

  /** The server does not have what is written here. */
  get unsaved(): boolean {
    if (this.value === null || this.base === null) return false;
    // As it would be saved: a schema may trim what is typed.
    const { data = this.value } = this.#options.schema.safeParse(this.value);
    return !sameSetting(data, storedOf(this.base));
  }

  get saved(): SettingSaved {
    if (this.theirs) return 'late';
    if (this.saving.busy) return 'saving';
    if (this.unsaved) {
      if (Object.keys(this.problems).length > 0) return 'wrong';
      return this.saving.error === null ? 'unsaved' : 'failed';
    }
    return this.pending.length > 0 ? 'saved' : 'published';
  }

  /** What publishing would change. */
  get pending(): SettingChange[] {
    const { value, published } = this;
    return value === null || published === null ? [] : this.changes(published.value, value);
  }

  get busy(): boolean {
    return [this.publishing, this.restoring, this.discarding].some(({ busy }) => busy);
  }

  /** What went wrong last, other than a field or somebody who was faster: those are shown where they matter. */
  get error(): unknown {
    const actions = [this.publishing, this.restoring, this.discarding, this.saving];
    return actions.map(({ error }) => error).find((error) => error !== null && !isShownElsewhere(error)) ?? null;
  }

  changes(before: Value, after: Value): SettingChange[] {
    const { facts } = this.#options;
    return changesBetween(facts(before), facts(after));
  }

  start(): Dispose {
    const { kind, elementId = '', schema, entering = schema } = this.#options;
    return together(
      keepEntered(this.#host, {
        what: `setting.${kind}.${elementId}`,
        schema: z.object({ value: entering, seen: z.string() }),
        entered: () =>
          this.unsaved && this.value !== null ? { value: this.value, seen: this.base?.seen ?? '' } : null,
        restore: (kept) => (this.#kept = kept),
      }),
      reaction(
        () => ({ value: this.unsaved ? this.value : null, late: this.theirs !== null, busy: this.saving.busy }),
        ({ value, late, busy }) => {
          if (value !== null && !late && !busy && this.saving.error === null) void this.save();
        },
        { delay: saveAfterMs, equals: sameSetting },
      ),
      this.reading.start(),
      this.listing.follow(),
    );
  }

  change(value: Value): void {
    this.value = value;
    this.problems = {};
    this.saving.forgive();
    this.publishing.forgive();
  }

  /** Saves the draft now, unless a field is wrong or there is nothing to save. */
  async save(): Promise<boolean> {
    // One that is on its way has what was written before it: the rest is saved after it.
    if (this.saving.busy) await when(() => !this.saving.busy);
    if (!this.unsaved) return true;
    if (this.value === null || this.theirs) return false;
    const parsed = this.#options.schema.safeParse(this.value);
    this.problems = Object.fromEntries(
      (parsed.error?.issues ?? []).toReversed().map(({ path, message }) => [path.map(String).join('.'), message]),
    );
    return parsed.success && this.saving.run(parsed.data);
  }

  /** Puts in force what is written here. */
  async publish(note: string): Promise<boolean> {
    return (await this.save()) && this.publishing.run(note);
  }

  /** A draft stays as it is. */
  restore(version: number): Promise<boolean> {
    return this.restoring.run(version);
  }

  /** Gives the draft up, and what is not saved of it. */
  async discard(): Promise<boolean> {
    if (!this.base) return false;
    if (this.base.draft) return this.discarding.run();
    this.change(this.base.published.value);
    return true;
  }

  /** Mine goes over theirs, which the person has seen: it is saved next. */
  keepMine(): void {
    if (!this.theirs) return;
    this.base = this.theirs;
    this.theirs = null;
    this.saving.forgive();
    this.publishing.forgive();
  }

  takeTheirs(): void {
    if (this.theirs) this.#take(this.theirs);
  }

  /** The newest versions. */
  listVersions(): void {
    this.listing.ask(undefined);
  }

  listMore(): void {
    const last = this.versions.at(-1);
    if (last) this.listing.ask(last.version);
  }

  #take(answer: Read<Value>): void {
    this.base = answer;
    this.value = storedOf(answer);
    this.theirs = null;
    this.problems = {};
    this.saving.forgive();
    this.publishing.forgive();
    this.reading.put(answer);
  }

  #arrived(answer: Read<Value>): void {
    // What is on its way brings the newer state.
    if (this.saving.busy || this.busy) return;
    const kept = this.base === null ? this.#kept : null;
    const before = kept?.seen ?? this.base?.seen;
    const mine = kept?.value ?? (this.unsaved || this.#wasLate ? this.value : null);
    const wasLate = this.#wasLate;
    this.#wasLate = false;
    this.#kept = null;
    if (before === answer.seen && !kept) return;
    if (mine === null || sameSetting(mine, storedOf(answer))) return this.#take(answer);
    this.value = mine;
    if (before === answer.seen && !wasLate) this.base = answer;
    else {
      this.base ??= answer;
      this.theirs = answer;
    }
  }
}
