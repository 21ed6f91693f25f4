import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/client.ts';
import { CallError } from '../contract/errors.ts';
import { customLogin, fetchToken, getUser, logout } from '../contract/host/session.ts';
import type { SessionToken, SessionUser } from '../contract/host/session.ts';
import type { Logger } from '../plugin/logger.ts';
import { sessionMark } from './tabs.ts';
import type { SessionTabs } from './tabs.ts';

const dateFormatKey = 'date_format';
const refreshBeforeExpiryMs = 5 * 60_000;
const shortestDelayMs = 30_000;
/** A longer delay overflows the browser's timer, which then fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface SessionOptions {
  api: ApiClient;
  /** Keeps the user's date format between visits. */
  storage: Pick<Storage, 'setItem' | 'removeItem'>;
  /** What the browser keeps of the person, such as what was entered and not saved: emptied when they sign out. */
  entered?: { clear(): void | Promise<void> };
  log: Logger;
  /** The browser's other pages; they are told of every change, and share each new token. */
  tabs?: Pick<SessionTabs, 'tell' | 'tellToken' | 'hearToken'>;
  /** Runs `work` while no other page of the browser runs its own; at once when left out. */
  alone?: (work: () => Promise<void>) => Promise<void>;
}

/**
 * When to renew a token that is good for `leftMs`: five minutes before its end. Where less is left, or the server gives no
 * longer one, after half of it, but never so often that it is a burden.
 */
export const renewalDelay = (leftMs: number): number =>
  Math.min(Math.max(leftMs - refreshBeforeExpiryMs, leftMs / 2, shortestDelayMs), longestTimerMs);

/**
 * The session of specification 4.1: logged out, logging in, authenticated. Any failed sign-in clears user, token and
 * the stored date format; a failed token fetch leaves a session without a token.
 */
export class SessionStore {
  state: 'logged-out' | 'logging-in' | 'authenticated' = 'logged-out';
  user: SessionUser | null = null;
  token: SessionToken | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
    makeAutoObservable(this, { user: observableRef, token: observableRef }, { autoBind: true });
    options.tabs?.hearToken((token) => {
      if (this.user?.emailVerfied) this.#takeToken(token);
    });
  }

  /** The user of a running session, or `null` when there is none. Throws when the server cannot tell. */
  async authenticate(): Promise<SessionUser | null> {
    try {
      return await this.#enter(() => this.#options.api.call(getUser, {}));
    } catch (error) {
      if (error instanceof CallError && error.code === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }

  /** The user as the server has it now, without a change to this page's session. Throws like any call. */
  read(): Promise<SessionUser> {
    return this.#options.api.call(getUser, {});
  }

  /** Takes over what the same user has changed: name, language, formats. Throws, and changes nothing, when it cannot. */
  async refresh(): Promise<void> {
    const user = await this.read();
    this.#options.storage.setItem(dateFormatKey, user.dateFormat);
    runInAction(() => (this.user = user));
  }

  /** Throws the `CallError` of the refusal; SECOND_FACTOR_NEEDED is answered through `enterBy`. */
  login(email: string, password: string): Promise<SessionUser> {
    return this.#enter(() => this.#options.api.call(customLogin, { body: { email, password } }));
  }

  /**
   * Signs in by another call than the password's: the second step, or a passkey. The screens that need those bring
   * them along. Throws the `CallError` of the refusal.
   */
  enterBy(ask: () => Promise<SessionUser>): Promise<SessionUser> {
    return this.#enter(ask);
  }

  /** Throws, and stays signed in, when the server cannot be told: it would still know the session. */
  async logout(): Promise<void> {
    await this.#options.api.call(logout, {});
    // Before the page is left: what is asked for then may never be done.
    await this.#options.entered?.clear();
    this.clear();
    this.#options.tabs?.tell(sessionMark(null));
  }

  /** Forgets the session in this page: after a logout, or when the server has ended it. */
  clear(): void {
    clearTimeout(this.#refreshTimer);
    this.state = 'logged-out';
    this.user = null;
    this.token = null;
    this.#options.storage.removeItem(dateFormatKey);
  }

  async #enter(ask: () => Promise<SessionUser>): Promise<SessionUser> {
    this.state = 'logging-in';
    try {
      const user = await ask();
      this.#options.storage.setItem(dateFormatKey, user.dateFormat);
      await this.#renewToken(user.emailVerfied);
      runInAction(() => {
        this.user = user;
        this.state = 'authenticated';
      });
      this.#options.tabs?.tell(sessionMark(user));
      return user;
    } catch (error) {
      this.clear();
      throw error;
    }
  }

  async #renewToken(keepFresh: boolean): Promise<void> {
    let token: SessionToken | null = null;
    try {
      token = await this.#options.api.call(fetchToken, {});
    } catch (error) {
      this.#options.log.warn('no token for this session', { error: String(error) });
    }
    if (!token || !keepFresh) {
      runInAction(() => (this.token = token));
      return;
    }
    this.#takeToken(token);
    this.#options.tabs?.tellToken(token);
  }

  #takeToken(token: SessionToken): void {
    runInAction(() => (this.token = token));
    clearTimeout(this.#refreshTimer);
    const { alone = (work) => work() } = this.#options;
    const renew = () =>
      alone(async () => {
        // Another page may have renewed it while this one waited.
        if (this.token === token) await this.#renewToken(true);
      });
    this.#refreshTimer = setTimeout(() => void renew(), renewalDelay(token.expires_in * 1000));
  }
}
