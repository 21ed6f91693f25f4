import type { CallResult } from '@sinter/sdk/contract/call';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import { listExtensions } from '@sinter/sdk/contract/host/extensions';
import { currentLanguage } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

export type App = CallResult<typeof listExtensions>['extensions'][number];

export const views = ['all', 'installed', 'updates'] as const;
export type View = (typeof views)[number];

const needsSomebody = ({ installed }: App): boolean =>
  installed !== null && (installed.update !== null || installed.waiting !== null || installed.problem !== null);

const inView: Record<View, (app: App) => boolean> = {
  all: () => true,
  installed: ({ installed }) => installed !== null,
  updates: needsSomebody,
};

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** What can be installed, and what the facility has. */
export class MarketplaceStore {
  view: View = 'all';
  search = '';
  readonly reading: Question<void, App[]>;

  constructor(host: Host) {
    this.reading = new Question<void, App[]>(host, {
      ask: async (_asked, signal) => (await host.api.call(listExtensions, {}, { signal })).extensions,
      failed: 'the marketplace could not be read',
      refreshOn: [on(registryChanged)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  get shown(): App[] {
    const words = this.search.toLowerCase().split(/\s+/);
    const inOrder = new Intl.Collator(currentLanguage().replace('_', '-'), { numeric: true });
    const found = (this.reading.answer ?? []).filter((app) => {
      const text = `${app.title} ${app.description ?? ''} ${app.publisher.name} ${app.id}`.toLowerCase();
      return inView[this.view](app) && words.every((word) => text.includes(word));
    });
    return found.sort((one, other) => inOrder.compare(one.title, other.title));
  }

  countOf(view: View): number {
    return (this.reading.answer ?? []).filter(inView[view]).length;
  }

  show(chosen: string): void {
    this.view = views.find((view) => view === chosen) ?? 'all';
  }

  find(text: string): void {
    this.search = text.trim();
  }

  showAll(): void {
    this.view = 'all';
    this.search = '';
  }
}
