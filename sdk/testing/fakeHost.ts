import type { EventPayload, EventSpec } from '../contract/event.ts';
import type { FlagKey } from '../contract/flags.ts';
import type { SessionUser } from '../contract/host/session.ts';
import { addTexts, removeTexts, translator } from '../i18n/translate.ts';
import type { Texts, Values } from '../i18n/translate.ts';
import type { HostLocation, PageLoader, PluginHost, SlotContribution, StopAnswer } from '../plugin/definePlugin.ts';
import type { Logger } from '../plugin/logger.ts';
import type { Dispose } from '../plugin/readable.ts';
import type { Slot } from '../plugin/slot.ts';
import type { Token } from '../plugin/token.ts';
import { fakeApi } from './fakeApi.ts';
import type { FakeApi } from './fakeApi.ts';
import { fakeReadable } from './fakeReadable.ts';
import { fakeScope } from './fakeScope.ts';
import { providerUser } from './users.ts';

export interface FakeHostOptions {
  /** The `id` in `plugin.json`. */
  id: string;
  /** The plugin's `locales/en_US.json`. Left out, `t` answers the key, followed by the values as JSON. */
  texts?: Texts;
  /** `providerUser()` when left out. */
  user?: SessionUser;
  /** A flag that is not named is on. */
  flags?: Partial<Record<FlagKey, boolean>>;
  /** `/` without parameters when left out. */
  location?: Partial<HostLocation>;
  /** Beginnings of the paths that have no screen. Left out, every path has one. */
  closed?: readonly string[];
}

export interface FakeLogLine {
  level: keyof Logger;
  message: string;
  facts: Record<string, unknown> | undefined;
}

/** A host for one plugin, and what a test does and sees in its place. Arrays and maps follow what happens, the first first. */
export interface FakeHost {
  /** What the plugin gets: hand it to `setup`, or to a store. */
  readonly host: PluginHost;
  /** The same as `host.api`, with its answers and what was sent. */
  readonly api: FakeApi;
  readonly navigated: readonly { to: string; replace: boolean }[];
  readonly logged: readonly FakeLogLine[];
  /** Loaders of the registered pages, by page id. */
  readonly pages: ReadonlyMap<string, PageLoader>;
  /** What the plugin contributes to `slot`. */
  contributions<Props>(slot: Slot<Props>): readonly SlotContribution<Props>[];
  /** What the plugin provides under `token`. */
  provided<T>(token: Token<T>): T | undefined;
  /** Another plugin provides `service`, until the answer of this is called. */
  offer<T>(token: Token<T>, service: T): Dispose;
  /**
   * An event arrives, from the server or from another plugin. Throws when the payload is not what the event declares,
   * and what a listener throws.
   */
  receive<E extends EventSpec>(event: E, payload: EventPayload<E>): void;
  /** Payloads of this event that the plugin has published. */
  emitted<E extends EventSpec>(event: E): readonly EventPayload<E>[];
  /** What the plugin answers when it is asked whether it may be stopped now. */
  beforeStop(): StopAnswer;
  /** How many registrations (listeners, pages, contributions, services and checks) are not taken back. */
  held(): number;
  /** Stops the plugin: everything registered is taken back, the last first. Throws what the plugin's own clean-up does. */
  stop(): void;
}

/** Call it inside a test or in `beforeEach`. */
export function fakeHost({
  id,
  texts,
  user = providerUser(),
  flags = {},
  location = {},
  closed = [],
}: FakeHostOptions): FakeHost {
  const api = fakeApi();
  const scope = fakeScope();
  const navigated: { to: string; replace: boolean }[] = [];
  const logged: FakeLogLine[] = [];
  const pages = new Map<string, PageLoader>();
  // The compiler cannot follow the types of slots, tokens and events through these, which hold all of them.
  const slots = new Map<string, Map<string, unknown>>();
  const own = new Map<string, unknown>();
  const services = new Map<string, unknown>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const emitted = new Map<string, unknown[]>();
  const checks = new Set<() => StopAnswer>();
  const place = fakeReadable<HostLocation>({ pathname: '/', search: '', params: {}, ...location });

  removeTexts(id);
  if (texts) addTexts(id, texts);
  const keys = (key: string, values?: Values) => (values ? `${key} ${JSON.stringify(values)}` : key);
  const t = texts ? translator(id) : keys;

  const put = (token: Token<unknown>, service: unknown): Dispose => {
    if (services.has(token.id)) throw new Error(`${token.id} is provided twice.`);
    services.set(token.id, service);
    return () => services.delete(token.id);
  };
  const deliver = (event: EventSpec, payload: unknown) => {
    for (const listener of [...(listeners.get(keyOf(event)) ?? [])]) listener(payload);
  };
  const logAt =
    (level: keyof Logger): Logger['info'] =>
    (message, facts) =>
      void logged.push({ level, message, facts });

  const host: PluginHost = {
    id,
    user,
    api,
    t,
    flag: (key) => flags[key] ?? true,
    page(pageId, load) {
      if (pages.has(pageId)) throw new Error(`The page ${pageId} is registered twice.`);
      pages.set(pageId, load);
      scope.add(() => pages.delete(pageId));
    },
    slot(slot, contribution) {
      const filled = entry(slots, slot.id, () => new Map());
      if (filled.has(contribution.id)) throw new Error(`${contribution.id} is registered twice for ${slot.id}.`);
      filled.set(contribution.id, contribution);
      scope.add(() => filled.delete(contribution.id));
    },
    provide(token, service) {
      if (!token.id.startsWith(`${id}/`))
        throw new Error(`${id} cannot provide ${token.id}: it begins with another id.`);
      const withdraw = put(token, service);
      own.set(token.id, service);
      scope.add(() => {
        own.delete(token.id);
        withdraw();
        if (hasDispose(service)) service.dispose();
      });
    },
    get<T>(token: Token<T>) {
      const service = services.get(token.id);
      if (service === undefined)
        throw new Error(`Nobody provides ${token.id}: give offer(token, service) in the test.`);
      return service as T;
    },
    events: {
      on(event, listener) {
        const heard = entry(listeners, keyOf(event), () => new Set());
        const told = (payload: unknown) => listener(payload as EventPayload<typeof event>);
        heard.add(told);
        return scope.add(() => heard.delete(told));
      },
      emit(event, payload) {
        if (event.origin !== 'browser') throw new Error(`${event.type} comes from the server only.`);
        const parsed = event.payload.parse(payload);
        entry(emitted, event.type, () => []).push(parsed);
        deliver(event, parsed);
      },
    },
    location: scope.readable(place),
    opens: (path) => !closed.some((one) => path.startsWith(one)),
    navigate(to, { replace = false } = {}) {
      navigated.push({ to, replace });
      const { pathname, params } = place.get();
      const address = new URL(to, `http://host${pathname}`);
      place.set({
        pathname: address.pathname,
        search: address.search,
        params: address.pathname === pathname ? params : {},
      });
    },
    log: { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    beforeStop(check) {
      checks.add(check);
      return scope.add(() => checks.delete(check));
    },
    onStop: (dispose) => void scope.add(dispose),
  };

  return {
    host,
    api,
    navigated,
    logged,
    pages,
    contributions: <Props>(slot: Slot<Props>) => [...(slots.get(slot.id)?.values() ?? [])] as SlotContribution<Props>[],
    provided: <T>(token: Token<T>) => own.get(token.id) as T | undefined,
    offer: put,
    receive: (event, payload) => deliver(event, event.payload.parse(payload)),
    emitted: <E extends EventSpec>(event: E) => entry(emitted, event.type, () => []) as EventPayload<E>[],
    beforeStop: () => ([...checks].some((check) => check() === 'unsaved') ? 'unsaved' : 'ready'),
    held: scope.held,
    stop() {
      removeTexts(id);
      scope.dispose();
    },
  };
}

const hasDispose = (value: unknown): value is { dispose(): unknown } =>
  typeof value === 'object' && value !== null && 'dispose' in value && typeof value.dispose === 'function';

const keyOf = ({ origin, type }: EventSpec) => `${origin} ${type}`;

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
