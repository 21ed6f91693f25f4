import { makeAutoObservable, runInAction } from 'mobx';
import * as z from 'zod';
import { readPreference, savePreference } from '../../contract/host.ts';
import type { PluginHost } from '../../plugin/definePlugin.ts';

const hiddenSchema = z.array(z.string());

/**
 * The columns that somebody does not want to see. They are kept as the person's preference `preference` (`PART_COLUMNS`)
 * and so follow to every device; what cannot be read or kept is logged, and the table stays as it is.
 */
export class ColumnChoice {
  /** Keys of columns; at first those given. */
  hidden: readonly string[];

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'log'>,
    private readonly preference: string,
    hidden: readonly string[] = [],
  ) {
    this.hidden = hidden;
    makeAutoObservable<this, 'host' | 'preference'>(this, { host: false, preference: false }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const saved = await this.host.api.call(readPreference, { params: { type: this.preference } });
      if (!saved) return;
      const hidden = hiddenSchema.parse(JSON.parse(saved.preference));
      runInAction(() => (this.hidden = hidden));
    } catch (error) {
      this.host.log.warn('The choice of columns could not be read', { error: String(error) });
    }
  }

  /** Hides a column that is shown, shows one that is hidden, and keeps that. */
  toggle(key: string): void {
    this.hidden = this.hidden.includes(key) ? this.hidden.filter((one) => one !== key) : [...this.hidden, key];
    void this.save();
  }

  private async save(): Promise<void> {
    const preferenceType = this.preference;
    const body = { preferenceType, preference: JSON.stringify(this.hidden) };
    try {
      await this.host.api.call(savePreference, { params: { type: preferenceType }, body });
    } catch (error) {
      this.host.log.warn('The choice of columns could not be kept', { error: String(error) });
    }
  }
}
