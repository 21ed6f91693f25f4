import type { ManifestPlugin } from '#registry/manifest';
import { PluginFailure } from '#host/runtime/failure.ts';
import { hello } from '#host/runtime/frame/protocol.ts';
import type { FrameProps, FrameScreen } from '#host/runtime/frame/protocol.ts';
import { serveFrame } from '#host/runtime/frame/bridge.ts';
import type { FrameBridge } from '#host/runtime/frame/bridge.ts';
import { phaseLimits, systemTimers } from '#host/runtime/watchdog.ts';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { frameTable } from './frameTable.ts';
import { followLook, lookOf, placeOf } from './frameFacts.ts';
import type { FramePage } from './frameFacts.ts';

export interface FrameRequest {
  page: FramePage;
  plugin: ManifestPlugin;
  host: PluginHost;
  screen: FrameScreen;
  element: HTMLIFrameElement;
  props: object;
  onDrawn(): void;
  onHeight(height: number): void;
  /** It is closed already. */
  onEnd(failure: PluginFailure): void;
}

export interface OpenFrame {
  /** Other props for its contribution. */
  give(props: object): void;
  close(): void;
}

/** Loading the host's part of it, the plugin's code and its `setup`, and drawing: as long as a plugin in the page has, together. */
const startMs = phaseLimits.load * 2 + phaseLimits.setup + phaseLimits.mount;

export function openFrame(request: FrameRequest): OpenFrame {
  const { page, plugin, host, element, screen, onEnd } = request;
  const { log } = host;
  const bag = new Set<Dispose>();
  let props = request.props;
  let bridge: FrameBridge | null = null;
  let open = true;
  let loads = 0;
  let unsaved = false;

  function close(): void {
    if (!open) return;
    open = false;
    stopStart();
    for (const dispose of bag) dispose();
    bridge?.close();
    // Its process ends with its document, not with React's next commit.
    element.removeAttribute('src');
    element.src = 'about:blank';
  }
  function end(failure: PluginFailure): void {
    if (!open) return;
    log.warn('a frame was ended', { screen, kind: failure.kind, reason: failure.message });
    close();
    onEnd(failure);
  }
  const stopStart = systemTimers.after(startMs, () =>
    end(new PluginFailure('timeout', `${plugin.id} was not drawn in its frame within ${startMs / 1000} s.`)),
  );

  const table = frameTable({
    plugin,
    host,
    prop: (name) => (Object.hasOwn(props, name) ? Reflect.get(props, name) : undefined),
    hear: (origin, type, payload) => bridge?.tell({ tell: 'event', value: { origin, type, payload } }),
    drawn() {
      stopStart();
      request.onDrawn();
    },
    height: request.onHeight,
    unsaved: (now) => (unsaved = now),
    failed: end,
    keep: (dispose) => bag.add(dispose),
  });
  bag.add(host.beforeStop(() => (unsaved ? 'unsaved' : 'ready')));

  async function connect(): Promise<void> {
    const styles = await Promise.all(plugin.styles.map((path) => table.text(path)));
    const { user } = host;
    const channel = new MessageChannel();
    if (!open) return;
    bridge = serveFrame({
      name: plugin.id,
      port: channel.port1,
      table: table.operations,
      timers: systemTimers,
      now: () => performance.now(),
      onEnd: end,
    });
    element.contentWindow?.postMessage(hello, '*', [channel.port2]);
    const look = lookOf(plugin.id);
    bridge.tell({
      tell: 'start',
      value: { plugin, styles, user, look, screen, props: passable(props), ...placeOf(page, host) },
    });
    bag.add(followLook(() => bridge?.tell({ tell: 'look', value: lookOf(plugin.id) })));
    bag.add(host.location.subscribe(() => bridge?.tell({ tell: 'place', value: placeOf(page, host) })));
  }

  let connected = false;
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== element.contentWindow || data !== hello || connected) return;
    connected = true;
    connect().catch((error: unknown) => end(new PluginFailure('network', String(error))));
  };
  const onLoad = () => {
    loads++;
    if (loads > 1) end(new PluginFailure('render', `${plugin.id} has left the page of its frame.`));
  };
  window.addEventListener('message', onMessage);
  element.addEventListener('load', onLoad);
  bag.add(() => {
    window.removeEventListener('message', onMessage);
    element.removeEventListener('load', onLoad);
  });
  const tried = plugin.local && page.localBuild !== null ? `?localBuild=${page.localBuild}` : '';
  element.src = `/frame/${plugin.id}${page.embedded ? '?embedded' : tried}`;

  return {
    give(next) {
      props = next;
      bridge?.tell({ tell: 'props', value: passable(next) });
    },
    close,
  };
}

/** A function cannot be passed: the frame gets its name, and asks the host to call it. */
function passable(props: object): FrameProps {
  const entries: [string, unknown][] = Object.entries(props);
  const isFunction = ([, value]: [string, unknown]) => typeof value === 'function';
  return {
    values: Object.fromEntries(entries.filter((entry) => !isFunction(entry))),
    functions: entries.filter(isFunction).map(([name]) => name),
  };
}
