import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  loadLocalBuild,
  localBuildBeatMs,
  localBuildChanged,
  type localBuildSchema,
  readLocalBuild,
  stopLocalBuild,
} from '@sinter/sdk/contract/host/localBuilds';
import type { Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import type { Workspace } from '../Workspace.ts';

/** What sends it. */
export const tool = 'sinter-plugin dev';

export type LocalBuild = z.infer<typeof localBuildSchema>;

/** What is known of a local build, while its author looks at it. */
export class LocalBuildStore {
  readonly question: Question<void, LocalBuild>;
  readonly loading: Action<[]>;
  readonly #workspace: Workspace;
  readonly #id: string;

  constructor(workspace: Workspace, id: string) {
    const { api, log } = workspace.browser;
    this.#workspace = workspace;
    this.#id = id;
    this.question = new Question<void, LocalBuild>(
      { log },
      {
        ask: (_asked, signal) => api.call(readLocalBuild, { params: { id } }, { signal }),
        failed: 'a local build could not be read',
        settleMs: 0,
      },
    );
    this.loading = new Action<[]>(
      { log },
      {
        run: async () => {
          const scopes = this.build?.scopes.map(({ scope }) => scope) ?? [];
          this.question.put(await api.call(loadLocalBuild, { params: { id }, body: { scopes } }));
          workspace.tryBuild(id);
        },
        onFailed: () => this.question.retry(),
        failed: 'a local build was not loaded',
        toast: true,
      },
    );
    makeStore(this);
  }

  get build(): LocalBuild | null {
    return this.question.answer;
  }

  /** There is none any more, or it is somebody else's. */
  get gone(): boolean {
    const { error } = this.question;
    return error instanceof CallError && (error.code === 'NOT_FOUND' || error.code === 'NOT_POSSIBLE');
  }

  /** The page has what the server knows: the app is there, or the reason why it is not. */
  get arrived(): boolean {
    const { manifest, localBuild } = this.#workspace;
    return localBuild === this.#id && (manifest.plugins.some(({ local }) => local) || this.obstacle !== null);
  }

  /** Why it does not run although it is loaded. */
  get obstacle(): string | null {
    const { absent } = this.#workspace.manifest;
    return absent.find(({ kind, id }) => kind === 'plugin' && id === this.build?.pluginId)?.text ?? null;
  }

  start(): Dispose {
    const stop = this.question.start();
    const forget = this.#workspace.hear(localBuildChanged.type, () => this.question.refresh());
    // A tool that was killed says nothing.
    const clock = setInterval(() => this.question.refresh(), localBuildBeatMs);
    return () => {
      clearInterval(clock);
      forget();
      stop();
    };
  }

  /** Follows new builds: the manifest names the one that is the newest. */
  follow(): Dispose {
    return this.#workspace.hear(localBuildChanged.type, () => void this.#workspace.refresh());
  }

  /** The tab has what the facility has again, whatever the server answers. */
  leave(): void {
    const { api, log } = this.#workspace.browser;
    api
      .call(stopLocalBuild, { params: { id: this.#id } })
      .catch((error: unknown) => log.warn('a local build was not stopped', { error: String(error) }));
    this.#workspace.tryBuild(null);
  }
}
