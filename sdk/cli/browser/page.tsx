import { Component, StrictMode, Suspense } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import plugin from 'plugin:entry';
import texts from 'plugin:texts';
import type { AnyCall } from '@sinter/sdk/contract/call';
import { fakeHost } from '@sinter/sdk/testing';
import { PluginProvider, SlotProvider } from '@sinter/sdk/ui/host';
import { UiRoot } from '@sinter/sdk/ui/root';
import type { PageCheck } from './measured.ts';
import { watched } from './watched.ts';

/** The plugin in a page of its own, with a host that is played and answers every call with an example of what it declares. */
const { host, api, pages, stop, held } = fakeHost({ id: plugin.id, texts });
const answered = new Set<string>();
const call = api.call.bind(api);
Object.assign(api, {
  call: (asked: AnyCall, ...rest: Parameters<typeof call> extends [unknown, ...infer Rest] ? Rest : never) => {
    if (!answered.has(asked.id)) api.answerWithSample(asked, 1);
    answered.add(asked.id);
    return call(asked, ...rest);
  },
});

class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

const empty = { get: () => [], subscribe: () => () => {} };
const slots = { read: () => empty, hostOf: () => undefined, failed: () => {} };
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

let root: Root | undefined;
let place: HTMLElement | undefined;

async function show(pageId: string): Promise<number> {
  const load = pages.get(pageId);
  if (!load) throw new Error(`setup registers no page "${pageId}".`);
  const started = performance.now();
  const { default: Page } = await load();
  place = document.createElement('main');
  document.body.append(place);
  root = createRoot(place);
  const failures: unknown[] = [];
  root.render(
    <StrictMode>
      <UiRoot>
        <PluginProvider value={host}>
          <SlotProvider value={slots}>
            <Boundary onError={(error) => failures.push(error)}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </Boundary>
          </SlotProvider>
        </PluginProvider>
      </UiRoot>
    </StrictMode>,
  );
  for (let frames = 0; frames < 600 && place.childElementCount === 0 && failures.length === 0; frames += 1)
    await frame();
  const ms = performance.now() - started;
  // What the page has asked for is drawn in the next frames.
  for (let frames = 0; frames < 20; frames += 1) await frame();
  if (failures.length > 0) throw failures[0];
  return ms;
}

async function hide(): Promise<void> {
  root?.unmount();
  place?.remove();
  for (let frames = 0; frames < 5; frames += 1) await frame();
}

const check: PageCheck = {
  show,
  hide,
  held: watched,
  stop() {
    stop();
    return held();
  },
};
await plugin.setup(host);
Object.assign(globalThis, { pageCheck: check });
