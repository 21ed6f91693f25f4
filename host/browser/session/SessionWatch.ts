import { makeAutoObservable, runInAction } from 'mobx';
import { sessionMark, signInAddress } from '@sinter/sdk/auth';
import type { SessionStore, SessionTabs } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Logger } from '@sinter/sdk/plugin';

export interface SessionWatchOptions {
  session: SessionStore;
  tabs: Pick<SessionTabs, 'listen'>;
  signInPath: string;
  log: Logger;
  /** Opens another page in place of this one; nothing of the old session can be left behind in it. */
  go: (address: string) => void;
  /** Would closing this page lose something? */
  unsaved: () => boolean;
}

/**
 * Keeps this page and the session of the browser the same: a session that ended, or became another one in another tab,
 * is left at once, unless there is unsaved work; then the person is told and decides.
 */
export class SessionWatch {
  /** What the person is told: nobody is signed in any more, or this browser has another session by now. */
  told: 'ended' | 'other' | null = null;
  readonly #options: SessionWatchOptions;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    makeAutoObservable(this, {}, { autoBind: true });
    options.tabs.listen((mark) => {
      if (this.#mark !== '' && (mark !== this.#mark || this.told)) void this.look();
    });
  }

  get #mark(): string {
    return sessionMark(this.#options.session.user);
  }

  /** Compares this page with the server: what another page told may be incomplete, or come too early. */
  async look(): Promise<void> {
    const { session, log } = this.#options;
    try {
      const now = sessionMark(await session.read());
      if (now === this.#mark) this.#tell(null);
      else this.#settle('other');
    } catch (error) {
      // When there is no session, the api client has reported it already.
      if (error instanceof CallError && error.code === 'UNAUTHENTICATED') return;
      log.warn('it is not known whether the session is still the same', { error: String(error) });
    }
  }

  /** The server no longer knows this page's session. */
  ended(): void {
    if (this.#options.session.state === 'authenticated') this.#settle('ended');
  }

  /** Leaves the page, also with unsaved work. */
  leave(): void {
    const { go, signInPath } = this.#options;
    const kind = this.told;
    this.#tell(null);
    // The person has been asked; the browser need not ask again.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    go(kind === 'other' ? '/' : signInAddress(signInPath, window.location));
  }

  #settle(kind: 'ended' | 'other'): void {
    if (this.told === kind) return;
    this.#tell(kind);
    if (!this.#options.unsaved()) this.leave();
  }

  #tell(kind: SessionWatch['told']): void {
    runInAction(() => (this.told = kind));
  }
}
