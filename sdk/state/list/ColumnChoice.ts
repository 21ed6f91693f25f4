import { runInAction } from 'mobx';
import * as z from 'zod';
import { readPreference, savePreference } from '../../contract/host/records.ts';
import type { PluginHost } from '../../plugin/definePlugin.ts';
import { makeStore } from '../index.ts';

const hiddenSchema = z.array(z.string());

/**
 * The columns that the user hides. They are stored as the user's preference `preference` (`PART_COLUMNS`), so that
 * they are the same on every device. When they cannot be read or stored, this is logged and the table stays as it is.
 */
export class ColumnChoice {
  /** Keys of the hidden columns; first the default ones. */
  hidden: readonly string[];
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #preference: string;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, preference: string, hidden: readonly string[] = []) {
    this.#host = host;
    this.#preference = preference;
    this.hidden = hidden;
    makeStore(this);
  }

  async load(): Promise<void> {
    try {
      const saved = await this.#host.api.call(readPreference, { params: { type: this.#preference } });
      if (!saved) return;
      const hidden = hiddenSchema.parse(JSON.parse(saved.preference));
      runInAction(() => (this.hidden = hidden));
    } catch (error) {
      this.#host.log.warn('the choice of columns could not be read', { error: String(error) });
    }
  }

  /** Those of a table that are shown. */
  shown<Column extends { key: string }>(columns: readonly Column[]): Column[] {
    return columns.filter(({ key }) => !this.hidden.includes(key));
  }

  /** Hides a column that is shown, or shows one that is hidden, and stores that. */
  toggle(key: string): void {
    this.hidden = this.hidden.includes(key) ? this.hidden.filter((one) => one !== key) : [...this.hidden, key];
    void this.#save();
  }

  async #save(): Promise<void> {
    const preferenceType = this.#preference;
    const body = { preferenceType, preference: JSON.stringify(this.hidden) };
    try {
      await this.#host.api.call(savePreference, { params: { type: preferenceType }, body });
    } catch (error) {
      this.#host.log.warn('the choice of columns could not be kept', { error: String(error) });
    }
  }
}
