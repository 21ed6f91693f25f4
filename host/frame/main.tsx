import { Component, lazy, Suspense, useEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { rootAttribute, scopedSheet } from '#host/runtime/scopedSheet.ts';
import { createStore } from '#host/runtime/store.ts';
import type { FrameStart, Look, Operations, Told } from '#host/runtime/frame/protocol.ts';
import { changeLanguage, currentLanguage, directionOf, showTimeZone } from '@sinter/sdk/i18n';
import { addTexts } from '@sinter/sdk/i18n/host';
import type { Plugin, Readable } from '@sinter/sdk/plugin';
import { Loading, useReadable } from '@sinter/sdk/ui';
import { applyTheme, chooseAppearance, PluginProvider, SlotProvider, startAppearance } from '@sinter/sdk/ui/host';
import { UiRoot } from '@sinter/sdk/ui/root';
import { connect } from './channel.ts';
import type { Channel } from './channel.ts';
import { frameHost } from './frameHost.ts';
import type { FrameHost } from './frameHost.ts';
import { loadPackage } from './packageLoader.ts';
import { reportHeight } from '#host/runtime/frame/height.ts';

type Failed = Operations['failed'];
class Failure extends Error {
  readonly kind: Failed['kind'];
  constructor(kind: Failed['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

async function show({ theme, appearance, language, texts, timeZone }: Look): Promise<void> {
  for (const [key, byNamespace] of Object.entries(texts)) {
    for (const [namespace, own] of Object.entries(byNamespace)) addTexts(namespace, own, key);
  }
  applyTheme(theme);
  chooseAppearance(appearance);
  showTimeZone(timeZone);
  if (language !== currentLanguage()) await changeLanguage(language);
  document.documentElement.lang = language.replace('_', '-');
  document.documentElement.dir = directionOf(language);
}

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && 'setup' in value && typeof value.setup === 'function';

async function setUp({ plugin, styles }: FrameStart, host: FrameHost, { ask }: Channel): Promise<void> {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...styles.map((text) => sheetOf(plugin.id, text))];
  const module = await loadPackage(plugin, async (path) => String(await ask('script', { path }))).catch(
    (error: unknown) => {
      throw new Failure('evaluation', String(error));
    },
  );
  const definition = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isPlugin(definition))
    throw new Failure('invalid-module', `The default export of ${plugin.id} is not made by definePlugin.`);
  try {
    await definition.setup(host.host);
  } catch (error) {
    throw new Failure('setup', String(error));
  }
}

/** As in the page, so that a screen looks the same in both. */
function sheetOf(pluginId: string, text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(scopedSheet(pluginId, text));
  return sheet;
}

const isComponent = (value: unknown): value is ComponentType<object> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

function screenOf({ plugin, screen }: FrameStart, host: FrameHost): () => Promise<{ default: ComponentType<object> }> {
  const lacking = () => new Failure('invalid-module', `${plugin.id} declares ${screen.id} but does not draw it.`);
  const loaded = screen.kind === 'page' ? host.page(screen.id) : host.contribution(screen.slot, screen.id)?.load;
  if (!loaded) throw lacking();
  return async () => {
    const { default: found }: { default: unknown } = await loaded();
    if (!isComponent(found)) throw lacking();
    return { default: found };
  };
}

class Boundary extends Component<{ children: ReactNode; failed: (error: unknown) => void }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.failed(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

function Drawn({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}

/** Slots of a page in a frame are empty. */
const nothing: Readable<readonly never[]> = (() => {
  const none: readonly never[] = [];
  return { get: () => none, subscribe: () => () => undefined };
})();

async function run(): Promise<void> {
  let begin: (start: FrameStart) => void = () => undefined;
  const started = new Promise<FrameStart>((resolve) => (begin = resolve));
  let host: FrameHost | null = null;
  const props = createStore<object>({});
  const given = ({ values, functions }: FrameStart['props']): object => ({
    ...values,
    ...Object.fromEntries(
      functions.map((name) => [name, (...args: unknown[]) => void channel.ask('prop', { name, args })]),
    ),
  });
  const told = (message: Told): void => {
    switch (message.tell) {
      case 'start':
        return begin(message.value);
      case 'ping':
        return void channel.ask('pong', {});
      case 'look':
        return void show(message.value);
      case 'place':
        return host?.place(message.value);
      case 'props':
        return props.set(given(message.value));
      case 'event':
        return host?.heard(message.value.origin, message.value.type, message.value.payload);
    }
  };
  const channel = await connect(told);
  const fail = (error: unknown): void => {
    const kind = error instanceof Failure ? error.kind : 'render';
    void channel.ask('failed', { kind, message: String(error).slice(0, 1000) });
  };
  try {
    const start = await started;
    startAppearance();
    await show(start.look);
    const own = frameHost(start, channel);
    host = own;
    props.set(given(start.props));
    await setUp(start, own, channel);
    const Screen = lazy(screenOf(start, own));
    const onDrawn = () => void channel.ask('drawn', {});
    const place = document.getElementById('root');
    if (!place) throw new Error('The frame has no #root.');
    place.setAttribute(rootAttribute, start.plugin.id);
    reportHeight(place, (height) => void channel.ask('size', { height }));
    const Content = () => <Screen {...useReadable(props)} />;
    createRoot(place).render(
      <Boundary failed={fail}>
        <UiRoot>
          <PluginProvider value={own.host}>
            <SlotProvider value={{ read: () => nothing, hostOf: () => undefined, failed: (_id, error) => fail(error) }}>
              <Suspense fallback={<Loading />}>
                <Drawn onDrawn={onDrawn}>
                  <Content />
                </Drawn>
              </Suspense>
            </SlotProvider>
          </PluginProvider>
        </UiRoot>
      </Boundary>,
    );
  } catch (error) {
    fail(error);
  }
}

void run();
