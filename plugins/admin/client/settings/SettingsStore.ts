import type { CallResult } from '@sinter/sdk/contract/call';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import { readRegistryState } from '@sinter/sdk/contract/host/registry';
import { readSettingsHub } from '@sinter/sdk/contract/host/settingsHub';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';
import { found, type Found, type SettingsCard } from './found.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;
export type Feature = CallResult<typeof readRegistryState>['features'][number];

export const sections = ['orders', 'production', 'quality', 'integrations', 'communication', 'security'] as const;

/** The facility's settings, and which of its features are on. */
export class SettingsStore {
  text = '';
  /** Counts how often the search was emptied from outside its field. */
  timesCleared = 0;
  readonly question: Question<void, { cards: SettingsCard[]; features: Feature[] }>;

  constructor(host: Host) {
    const { api } = host;
    this.question = new Question(host, {
      ask: async (_asked: void, signal) => {
        const [{ cards }, { features }] = await Promise.all([
          api.call(readSettingsHub, {}, { signal }),
          api.call(readRegistryState, {}, { signal }),
        ]);
        return { cards, features };
      },
      failed: 'the settings could not be read',
      refreshOn: [on(registryChanged)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  /** Those that the search finds, by section; sections without any are left out. */
  get groups(): { section: (typeof sections)[number]; cards: Found[] }[] {
    const cards = found(this.question.answer?.cards ?? [], this.text);
    return sections
      .map((section) => ({ section, cards: cards.filter(({ card }) => card.section === section) }))
      .filter((group) => group.cards.length > 0);
  }

  search(text: string): void {
    this.text = text;
  }

  clear(): void {
    this.text = '';
    this.timesCleared += 1;
  }
}
