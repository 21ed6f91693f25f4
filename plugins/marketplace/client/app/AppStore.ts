import { runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import {
  compareExtension,
  extensionFigures,
  grantExtension,
  installExtension,
  pinExtension,
  readExtension,
  rollBackExtension,
  uninstallExtension,
  upgradeExtension,
} from '@sinter/sdk/contract/host/extensions';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { toast } from '@sinter/sdk/ui';
import type { Wish } from '../Rights.tsx';

export type AppDetail = CallResult<typeof readExtension>;
type Installed = CallResult<typeof installExtension>;
type Difference = CallResult<typeof compareExtension>;
type FiguresAnswer = CallResult<typeof extensionFigures>;

/** What somebody is asked to agree to. */
export interface Consent {
  kind: 'install' | 'grant';
  version: string;
  scopes: readonly Wish[];
}

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** One app: what it is, what the facility has of it, and what can be done. */
export class AppStore {
  consent: Consent | null = null;
  /** Somebody is asked before it goes. */
  removing = false;
  readonly reading: Question<void, AppDetail>;
  /** Only of an app that was ever here. */
  readonly figures: Question<void, FiguresAnswer>;
  /** What the next version changes. */
  readonly difference: Question<{ from: string; to: string }, Difference>;
  readonly agree: Action<[consent: Consent]>;
  readonly upgrade: Action<[version: string]>;
  readonly rollBack: Action<[]>;
  readonly pin: Action<[pinned: boolean]>;
  readonly uninstall: Action<[keepData: boolean], unknown>;

  constructor(host: Host, id: string) {
    const { api, t } = host;
    const params = { id };
    const refreshOn = [on(registryChanged)];
    this.reading = new Question<void, AppDetail>(host, {
      ask: (_asked, signal) => api.call(readExtension, { params }, { signal }),
      failed: 'the app could not be read',
      refreshOn,
      onAnswer: ({ installed }) => {
        const next = installed?.waiting?.version ?? installed?.update ?? null;
        if (installed !== null && next !== null) this.difference.ask({ from: installed.version, to: next });
        if (installed !== null) this.figures.ask();
      },
    });
    this.figures = new Question<void, FiguresAnswer>(host, {
      ask: (_asked, signal) => api.call(extensionFigures, { params }, { signal }),
      failed: 'the figures of the app could not be read',
    });
    this.difference = new Question<{ from: string; to: string }, Difference>(host, {
      ask: (query, signal) => api.call(compareExtension, { params, query }, { signal }),
      failed: 'the versions could not be compared',
    });
    const act = <Args extends readonly unknown[]>(
      run: (...args: Args) => Promise<Installed>,
      failed: string,
      done: (installed: Installed) => string,
    ) =>
      new Action<Args, void>(host, {
        run: async (...args) => {
          const installed = await run(...args);
          this.#followed(installed, done(installed));
        },
        failed,
        toast: true,
      });
    this.agree = act(
      ({ kind, version, scopes }) => {
        const body = { version, grants: scopes.map(({ scope }) => scope) };
        return kind === 'install'
          ? api.call(installExtension, { params, body })
          : api.call(grantExtension, { params, body });
      },
      'the app was not installed',
      ({ version }) => t('done.installed', { version }),
    );
    this.upgrade = act(
      (version) => api.call(upgradeExtension, { params, body: { version } }),
      'the app was not updated',
      ({ version, waiting }) =>
        t(waiting === null ? 'done.updated' : 'done.waits', { version: waiting?.version ?? version }),
    );
    this.rollBack = act(
      () => api.call(rollBackExtension, { params }),
      'the app was not rolled back',
      ({ version }) => t('done.rolledBack', { version }),
    );
    this.pin = act(
      (pinned) => api.call(pinExtension, { params, body: { pinned } }),
      'the version was not pinned',
      ({ pinned, version }) => t(pinned ? 'done.pinned' : 'done.unpinned', { version }),
    );
    this.uninstall = new Action<[boolean], unknown>(host, {
      run: (keepData) => api.call(uninstallExtension, { params, body: { keepData } }),
      failed: 'the app was not removed',
      toast: true,
      onDone: () => {
        this.#has(null);
        this.removing = false;
        toast.success(t('done.removed'));
        this.reading.refresh();
      },
    });
    makeStore(this);
  }

  /** What was asked for has been done. */
  #followed(installed: Installed, text: string): void {
    runInAction(() => {
      this.#has(installed);
      this.consent = null;
    });
    toast.success(text);
    this.reading.refresh();
  }

  /** At once, so that no dialog returns the focus to a button that goes a moment later. */
  #has(installed: AppDetail['installed']): void {
    const app = this.reading.answer;
    if (app) this.reading.put({ ...app, installed });
  }

  start(): Dispose {
    return together(this.reading.start(), this.figures.follow(), this.difference.follow());
  }

  get busy(): boolean {
    return [this.agree, this.upgrade, this.rollBack, this.pin, this.uninstall].some(({ busy }) => busy);
  }

  askToInstall({ version, scopes }: AppDetail): void {
    this.consent = { kind: 'install', version, scopes };
  }

  askToGrant(): void {
    const waiting = this.reading.answer?.installed?.waiting;
    if (!waiting) return;
    const { version } = waiting;
    // What is granted is all that the version asks for, not only what is new.
    const wanted = this.reading.answer?.versions.find((one) => one.version === version);
    this.consent = { kind: 'grant', version, scopes: wanted?.scopes ?? waiting.scopes };
  }

  dismiss(): void {
    this.consent = null;
  }

  askToRemove(removing: boolean): void {
    this.removing = removing;
  }
}
