import type { CallResult } from '@sinter/sdk/contract/call';
import { disableLinkApp, enableLinkApp, type LinkShare, listLinkApps } from '@sinter/sdk/contract/host/linkApps';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';

export type LinkApp = CallResult<typeof listLinkApps>['apps'][number];

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** Link apps that are offered to the facility, and which of them it has on. */
export class LinkAppsStore {
  /** What somebody is asked to agree to. */
  asked: LinkApp | null = null;
  shares: readonly LinkShare[] = [];
  readonly reading: Question<void, LinkApp[]>;
  readonly enable: Action<[app: LinkApp]>;
  readonly disable: Action<[app: LinkApp]>;

  constructor(host: Host) {
    const { api, t } = host;
    this.reading = new Question<void, LinkApp[]>(host, {
      ask: async (_asked, signal) => (await api.call(listLinkApps, {}, { signal })).apps,
      failed: 'the link apps could not be read',
      refreshOn: [on(registryChanged)],
    });
    this.enable = new Action<[LinkApp]>(host, {
      run: async ({ id, origin, name }) => {
        await api.call(enableLinkApp, { params: { id }, body: { origin, shares: [...this.shares] } });
        toast.success(t('link.done.enabled', { app: name }));
      },
      failed: 'the link app was not enabled',
      onDone: () => {
        this.dismiss();
        this.reading.refresh();
      },
    });
    this.disable = new Action<[LinkApp]>(host, {
      run: async ({ id, name }) => {
        await api.call(disableLinkApp, { params: { id } });
        toast.success(t('link.done.disabled', { app: name }));
      },
      failed: 'the link app was not disabled',
      toast: true,
      onDone: () => this.reading.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  ask(app: LinkApp): void {
    this.asked = app;
    this.shares = app.consent?.shares ?? [];
  }

  share(one: LinkShare, yes: boolean): void {
    const others = this.shares.filter((share) => share !== one);
    this.shares = yes ? [...others, one] : others;
  }

  dismiss(): void {
    this.asked = null;
  }
}
