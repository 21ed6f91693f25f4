import type { ComponentType } from 'react';
import type { EventPayload, EventSpec } from '../contract/event.ts';
import type { FlagKey } from '../contract/flags.ts';
import type { SessionUser } from '../contract/host/session.ts';
import type { ApiClient } from '../api/client.ts';
import type { Dispose, Readable } from './readable.ts';
import type { Logger } from './logger.ts';
import type { Slot } from './slot.ts';
import type { Token } from './token.ts';

export type PageLoader = () => Promise<{ default: ComponentType }>;

export interface SlotContribution<Props> {
  /** Unique inside the slot. */
  id: string;
  /** Lower comes first; 100 when left out. */
  order?: number;
  /** Translation key of the contribution's label (a tab's title, say). */
  label?: string;
  load(): Promise<{ default: ComponentType<Props> }>;
}

/** Where the host's router stands. */
export interface HostLocation {
  pathname: string;
  /** With its leading `?`, or empty. */
  search: string;
  /** Values of the page's path parameters, decoded. */
  params: Readonly<Record<string, string>>;
}

/** `'ready'` lets the plugin stop; `'unsaved'` makes the host ask the person first. */
export type StopAnswer = 'ready' | 'unsaved';

/**
 * What a plugin gets in `setup`, made for it alone. Whatever is registered here belongs to the plugin's scope and is
 * taken back when the plugin stops; there is nothing to unregister by hand.
 */
export interface PluginHost {
  readonly id: string;
  readonly user: SessionUser;
  /** Is the facility's feature on? Changes arrive as a new manifest and restart nothing by themselves. */
  flag(key: FlagKey): boolean;
  /** Draws the page that `plugin.json` contributes under `pageId`. Throws for a page that is not declared there. */
  page(pageId: string, load: PageLoader): void;
  slot<Props>(slot: Slot<Props>, contribution: SlotContribution<Props>): void;
  provide<T>(token: Token<T>, service: T): void;
  /** Throws when no plugin provides it; list the provider under `startsAfter` in `plugin.json`. */
  get<T>(token: Token<T>): T;
  readonly events: {
    /** Server events of this facility and events of other plugins in this page. A throwing listener harms only itself. */
    on<E extends EventSpec>(event: E, listener: (payload: EventPayload<E>) => void): Dispose;
    /** Only events declared with `origin: 'browser'`. */
    emit<E extends EventSpec>(event: E, payload: EventPayload<E>): void;
  };
  readonly api: ApiClient;
  /** Translates a key of the plugin's own `locales/`; `{{name}}` placeholders are filled from `values`. */
  t(key: string, values?: Record<string, string | number>): string;
  readonly location: Readable<HostLocation>;
  /**
   * Is there a screen at this path for this person, now? A way to one that is off for the facility, or that the person
   * may not open, is not shown: `Link` sees to that by itself, buttons ask `useOpens`.
   */
  opens(path: string): boolean;
  navigate(to: string, options?: { replace?: boolean }): void;
  readonly log: Logger;
  /** Asked before the plugin is stopped, its page is left, or the tab is closed. */
  beforeStop(check: () => StopAnswer): Dispose;
  /** Runs when the plugin stops, last registered first. */
  onStop(dispose: Dispose): void;
}

export interface Plugin {
  /** Equal to the `id` in `plugin.json`. */
  id: string;
  /** Registers what the plugin has. May be async; it has a few seconds. */
  setup(host: PluginHost): void | Promise<void>;
}

/** The default export of every plugin's entry. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
