import { matchPath } from '#registry/paths';
import { createStore } from '#host/runtime/store.ts';
import type { FrameStart } from '#host/runtime/frame/protocol.ts';
import type { EventSpec } from '@sinter/sdk/contract/event';
import { translator } from '@sinter/sdk/i18n';
import type { HostLocation, Logger, PluginHost, PageLoader, StopAnswer } from '@sinter/sdk/plugin';
import type { Channel } from './channel.ts';
import { frameApi } from './frameApi.ts';

/** Its props are those of a slot that the host knows. */
export interface Contribution {
  load(): Promise<{ default: unknown }>;
}

type AnyListener = (payload: unknown) => void;

/** So often the plugin's checks for unsaved work are run, ms: the host needs the answer before it can ask. */
const unsavedMs = 500;

/** The plugin's `host` object in a frame, and what its frame tells it. */
export interface FrameHost {
  host: PluginHost;
  page(id: string): PageLoader | undefined;
  contribution(slot: string, id: string): Contribution | undefined;
  place(value: Pick<FrameStart, 'location' | 'paths' | 'flags'>): void;
  heard(origin: EventSpec['origin'], type: string, payload: unknown): void;
}

export function frameHost(start: FrameStart, channel: Channel): FrameHost {
  const { id } = start.plugin;
  const { ask } = channel;
  let { paths, flags } = start;
  const location = createStore<HostLocation>(start.location);
  const pages = new Map<string, PageLoader>();
  const contributions = new Map<string, Contribution>();
  const listeners = new Map<string, Set<AnyListener>>();
  const checks = new Set<() => StopAnswer>();
  const quietly = (asked: Promise<unknown>): void => void asked.catch((error: unknown) => console.warn(String(error)));
  const logAt =
    (level: keyof Logger): Logger['info'] =>
    (message, facts) =>
      quietly(ask('log', { level, message, ...(facts && { facts }) }));
  const log: Logger = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
  const alone = (what: string): never => {
    throw new Error(`${what}: a plugin in a frame stands alone.`);
  };

  let told = false;
  const tellUnsaved = () => {
    const unsaved = [...checks].some((check) => check() === 'unsaved');
    if (unsaved === told) return;
    told = unsaved;
    quietly(ask('unsaved', { unsaved }));
  };
  setInterval(tellUnsaved, unsavedMs);
  document.addEventListener('input', () => setTimeout(tellUnsaved));

  const host: PluginHost = Object.freeze<PluginHost>({
    id,
    user: start.user,
    flag: (key) => flags[key] ?? false,
    page: (pageId, load) => void pages.set(pageId, load),
    slot: (slot, contribution) => void contributions.set(`${slot.id} ${contribution.id}`, contribution),
    provide: (token) => alone(`${token.id} cannot be provided`),
    get: (token) => alone(`Nobody provides ${token.id}`),
    events: Object.freeze<PluginHost['events']>({
      on(event, listener) {
        const key = `${event.origin} ${event.type}`;
        const known = listeners.get(key);
        const heard = known ?? new Set<AnyListener>();
        listeners.set(key, heard);
        if (!known) quietly(ask('hear', { origin: event.origin, type: event.type }));
        const own: AnyListener = (payload) => {
          const parsed = event.payload.safeParse(payload);
          // The schema has just parsed this value, but the compiler cannot connect it with the event.
          if (parsed.success) listener(parsed.data as Parameters<typeof listener>[0]);
          else log.error('an event is not as declared', { event: event.type, error: parsed.error.message });
        };
        heard.add(own);
        return () => void heard.delete(own);
      },
      emit: (event, payload) => quietly(ask('emit', { type: event.type, payload: event.payload.parse(payload) })),
    }),
    api: frameApi(channel),
    t: translator(id),
    location,
    opens: (path) => paths.some((pattern) => matchPath(pattern, path) !== null),
    navigate: (to, { replace = false } = {}) => quietly(ask('navigate', { to, replace })),
    log: Object.freeze(log),
    beforeStop(check) {
      checks.add(check);
      return () => void checks.delete(check);
    },
    // The frame goes with all that is in it.
    onStop: () => undefined,
  });

  return {
    host,
    page: (pageId) => pages.get(pageId),
    contribution: (slot, contributionId) => contributions.get(`${slot} ${contributionId}`),
    place(value) {
      ({ paths, flags } = value);
      location.set(value.location);
    },
    heard: (origin, type, payload) => listeners.get(`${origin} ${type}`)?.forEach((listener) => listener(payload)),
  };
}
