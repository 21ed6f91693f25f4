import { Component, lazy, Suspense, useState } from 'react';
import type { ComponentClass, FunctionComponent, ReactNode } from 'react';
import type { HostLocation, PageLoader, PluginHost, Readable } from '@sinter/sdk/plugin';
import { ErrorNotice, Loading } from '@sinter/sdk/ui';
import { PluginProvider, SlotProvider } from '@sinter/sdk/ui/host';
import type { SlotSource } from '@sinter/sdk/ui/host';
import type { Workspace } from '../Workspace.ts';
import type { BoundaryProps } from './parcels.ts';
import css from './pages.module.css';

/** The host's look, put around each root of its own. */
export type Surround = FunctionComponent<{ children: ReactNode }>;

interface PageRequest {
  workspace: Workspace;
  host: PluginHost;
  load: PageLoader;
  Surround: Surround;
  /** Token of the page's title in the plugin's texts. */
  title: string;
}

/** A page with everything of the SDK around it, and the boundary that shows a notice when it throws. */
export function pageRoot({ workspace, host, load, title, Surround }: PageRequest): {
  Root: FunctionComponent;
  Boundary: ComponentClass<BoundaryProps>;
} {
  const own = withOwnLocation(host, workspace);
  const { runtime } = workspace;
  const source: SlotSource = {
    read: (slot) => runtime.slot(slot),
    hostOf: (pluginId) => runtime.host(pluginId),
    failed: (pluginId, error) => runtime.reportRenderFailure(pluginId, error),
  };
  let Content = lazy(load);

  function Root() {
    return (
      <Surround>
        <PluginProvider value={own}>
          <SlotProvider value={source}>
            <Suspense fallback={<Loading />}>
              <Page />
            </Suspense>
          </SlotProvider>
        </PluginProvider>
      </Surround>
    );
  }
  /** Takes the newest `Content`: after a failure it is loaded again. */
  function Page() {
    const [Present] = useState(() => Content);
    return <Present />;
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
      const retry = () => {
        Content = lazy(load);
        this.setState({ error: null });
      };
      return (
        <Surround>
          <div className={css['notice']}>
            <ErrorNotice subject={host.t(title) || host.id} error={this.state.error} onRetry={retry} />
          </div>
        </Surround>
      );
    }
  }
  return { Root, Boundary };
}

/**
 * The host object with a location that stands still once the person has left the page: until it is taken down the
 * page must not see the path parameters of another one.
 */
function withOwnLocation(host: PluginHost, { location }: Workspace): PluginHost {
  const shape = (at: HostLocation) => JSON.stringify([at.pathname, at.params]);
  const first = shape(location.get());
  let last = location.get();
  const own: Readable<HostLocation> = {
    get() {
      const now = location.get();
      if (shape(now) === first) last = now;
      return last;
    },
    subscribe: (listener) => location.subscribe(listener),
  };
  return Object.create(host, { location: { value: own, enumerable: true } });
}
