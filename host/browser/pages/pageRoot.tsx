import { Component, Suspense, useEffect, useState } from 'react';
import type { ComponentClass, ComponentType, FunctionComponent, ReactNode } from 'react';
import { PluginFailure } from '#host/runtime/failure.ts';
import { phaseLimits } from '#host/runtime/watchdog.ts';
import type { HostLocation, PluginHost, Readable } from '@sinter/sdk/plugin';
import { Loading } from '@sinter/sdk/ui';
import { PluginProvider, SlotProvider } from '@sinter/sdk/ui/host';
import type { SlotSource } from '@sinter/sdk/ui/host';
import type { Workspace } from '../Workspace.ts';
import type { BoundaryProps } from './parcels.ts';
import { PageFailure } from './PageFailure.tsx';

/** The host's look, around every React root. */
export type Surround = FunctionComponent<{ children: ReactNode }>;

interface PageRequest {
  workspace: Workspace;
  host: PluginHost;
  Page: ComponentType;
  Surround: Surround;
  /** Token of the page's title in the plugin's texts. */
  title: string;
}

/** A page with everything of the SDK around it, and the boundary that shows a notice when it throws. */
export function pageRoot({ workspace, host, Page, title, Surround }: PageRequest): {
  Root: FunctionComponent;
  Boundary: ComponentClass<BoundaryProps>;
} {
  const own = withOwnLocation(host, workspace);
  const { runtime } = workspace;
  const source = slotSource(workspace);
  const subject = () => host.t(title) || host.id;

  function Root() {
    const [attempt, setAttempt] = useState(0);
    const retry = () => setAttempt(attempt + 1);
    return (
      <Surround>
        <PluginProvider value={own}>
          <SlotProvider value={source}>
            <Suspense key={attempt} fallback={<Waiting onRetry={retry} />}>
              <Page />
            </Suspense>
          </SlotProvider>
        </PluginProvider>
      </Surround>
    );
  }

  /** A page that is not ready in time is reported, and may still come. */
  function Waiting({ onRetry }: { onRetry: () => void }) {
    const [failure, setFailure] = useState<PluginFailure | null>(null);
    useEffect(() => {
      const timer = setTimeout(() => {
        const slow = new PluginFailure(
          'timeout',
          `Drawing ${subject()} took longer than ${phaseLimits.mount / 1000} s.`,
        );
        runtime.reportRenderFailure(host.id, slow);
        setFailure(slow);
      }, phaseLimits.mount);
      return () => clearTimeout(timer);
    }, []);
    return failure ? <PageFailure subject={subject()} error={failure} onRetry={onRetry} /> : <Loading />;
  }

  class Boundary extends Component<BoundaryProps, { error: Error | null }> {
    override state = { error: null };
    static getDerivedStateFromError = (error: unknown) => ({
      error: error instanceof Error ? error : new Error(String(error)),
    });
    override componentDidCatch(error: unknown) {
      runtime.reportRenderFailure(host.id, error);
    }
    override render() {
      if (!this.state.error) return this.props.children;
      return (
        <Surround>
          <PageFailure subject={subject()} error={this.state.error} onRetry={() => this.setState({ error: null })} />
        </Surround>
      );
    }
  }
  return { Root, Boundary };
}

/** The slots of running plugins, for `SlotProvider`. */
export const slotSource = ({ runtime }: Workspace): SlotSource => ({
  read: (slot) => runtime.slot(slot),
  hostOf: (pluginId) => runtime.host(pluginId),
  failed: (pluginId, error) => runtime.reportRenderFailure(pluginId, error),
});

/**
 * The host object with a location that stands still once the person has left the page: until it is taken down the
 * page must not see the path parameters of another one, nor take the change for one of its own.
 */
function withOwnLocation(host: PluginHost, { location }: Workspace): PluginHost {
  const shape = (at: HostLocation) => JSON.stringify([at.pathname, at.params]);
  const first = shape(location.get());
  let last = location.get();
  const isHere = () => shape(location.get()) === first;
  const own: Readable<HostLocation> = {
    get() {
      if (isHere()) last = location.get();
      return last;
    },
    subscribe: (listener) => location.subscribe(() => isHere() && listener()),
  };
  return Object.freeze(Object.create(host, { location: { value: Object.freeze(own), enumerable: true } }));
}
