import { runInAction } from 'mobx';
import * as z from 'zod';
import { readPreference, savePreference } from '../../contract/host/records.ts';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import { Action, makeStore } from '../index.ts';

/** Filters that a person gave a name. Kept under these names since the scheduler's were the first. */
export interface SavedFilter<Values> {
  label: string;
  searchFilters: Values;
  /** The list begins with it where its address says nothing. */
  isDefault?: true | undefined;
}

/** Why a name cannot be used. */
export type NameProblem = 'empty' | 'taken';

/**
 * The person's own named filters of one list, kept as the preference `preference` and so there on every device.
 * `values` is the schema of the list's filters: saved ones that no longer fit are left out.
 */
export class SavedFilters<Values> {
  filters: readonly SavedFilter<Values>[] = [];
  nameProblem: NameProblem | null = null;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #preference: string;
  readonly #schema: z.ZodType<Values>;
  readonly #change: Action<[(now: readonly SavedFilter<Values>[]) => readonly SavedFilter<Values>[] | null]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, preference: string, values: z.ZodType<Values>) {
    this.#host = host;
    this.#preference = preference;
    this.#schema = values;
    this.#change = new Action(host, {
      run: (next) => this.#save(next),
      failed: 'saved filters could not be kept',
      toast: true,
    });
    makeStore(this);
  }

  get busy(): boolean {
    return this.#change.busy;
  }

  /** `begin` is given the filter that the list shall begin with, if there is one. */
  async load(begin: (filters: Values) => void = () => {}): Promise<void> {
    try {
      const filters = await this.#read();
      const first = filters.find(({ isDefault }) => isDefault);
      runInAction(() => {
        this.filters = filters;
        if (first) begin(first.searchFilters);
      });
    } catch (error) {
      this.#host.log.warn('saved filters could not be read', { error: String(error) });
    }
  }

  /** Says whether they were saved; `nameProblem` says when the name cannot be used, a toast what else went wrong. */
  async add(name: string, searchFilters: Values): Promise<boolean> {
    const label = name.trim();
    this.nameProblem = label === '' ? 'empty' : null;
    if (this.nameProblem) return false;
    const done = await this.#change.run((now) => {
      const taken = now.some((saved) => saved.label.toLowerCase() === label.toLowerCase());
      return taken ? null : [...now, { label, searchFilters }];
    });
    return done && this.nameProblem === null;
  }

  async remove(label: string): Promise<boolean> {
    return this.#change.run((now) => now.filter((saved) => saved.label !== label));
  }

  /** The list begins with this one from now on; with none of them if it did so already. */
  async toggleDefault(label: string): Promise<boolean> {
    return this.#change.run((now) =>
      now.map(({ isDefault, ...saved }) =>
        saved.label === label && !isDefault ? { ...saved, isDefault: true as const } : saved,
      ),
    );
  }

  /** The name is being typed anew. */
  forgetProblem(): void {
    this.nameProblem = null;
  }

  /** Changes them as they are now: other windows save too, and what could not be read must not be overwritten. */
  async #save(next: (now: readonly SavedFilter<Values>[]) => readonly SavedFilter<Values>[] | null): Promise<void> {
    const filters = next(await this.#read());
    if (filters === null) return runInAction(() => void (this.nameProblem = 'taken'));
    const preferenceType = this.#preference;
    const body = { preferenceType, preference: JSON.stringify(filters) };
    await this.#host.api.call(savePreference, { params: { type: preferenceType }, body });
    runInAction(() => (this.filters = filters));
  }

  async #read(): Promise<readonly SavedFilter<Values>[]> {
    const kept = await this.#host.api.call(readPreference, { params: { type: this.#preference } });
    const saved = z.array(savedSchema).parse(JSON.parse(kept?.preference || '[]'));
    return saved.flatMap(({ searchFilters, ...rest }) => {
      const values = this.#schema.safeParse(searchFilters);
      return values.success ? [{ ...rest, searchFilters: values.data }] : [];
    });
  }
}

const savedSchema = z.object({ label: z.string(), searchFilters: z.unknown(), isDefault: z.literal(true).optional() });
