import { createContext, createElement, lazy, Suspense, useContext, useMemo } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { PluginHost, SlotContribution } from '../../plugin/definePlugin.ts';
import type { Readable } from '../../plugin/readable.ts';
import type { Slot as SlotName } from '../../plugin/slot.ts';
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { PluginProvider } from './PluginContext.tsx';
import { useReadable } from './useReadable.ts';

/** A contribution, as the host's registry has it. */
export interface SlotItem<Props> extends SlotContribution<Props> {
  pluginId: string;
}

/** The host's registry of contributions. */
export interface SlotSource {
  /** Sorted by their order. */
  read<Props>(slot: SlotName<Props>): Readable<readonly SlotItem<Props>[]>;
  /** The host object of a running plugin. */
  hostOf(pluginId: string): PluginHost | undefined;
  /** Reports that a contribution could not be loaded or threw while drawing. */
  failed(pluginId: string, error: Error): void;
}

const SlotContext = createContext<SlotSource | null>(null);

/** The host puts it around every root. */
export const SlotProvider = SlotContext.Provider;

export interface FilledSlot<Props> {
  key: string;
  /** Translated; the contribution's id when it has no label. */
  label: string;
  /** `whileLoading` stands in its place until its code is there; left out, the notice that something loads. */
  render(props: Props, whileLoading?: ReactNode): ReactNode;
}

/** The contributions to a slot, for screens that place each of them (for example as tabs). */
export function useSlot<Props extends object>(slot: SlotName<Props>): FilledSlot<Props>[] {
  const source = useContext(SlotContext);
  if (!source) throw new Error('useSlot() is for screens inside a host.');
  const readable = useMemo(() => source.read(slot), [source, slot]);
  const items = useReadable(readable);
  return useMemo(() => items.flatMap((item) => filled(item, source)), [items, source]);
}

export interface SlotProps<Props> {
  name: SlotName<Props>;
  props: Props;
  /**
   * Stands in the place of a contribution until its code is there; left out, the notice that something loads. `null` where what
   * comes is small, such as a button: the notice would push everything below it away, and back again.
   */
  whileLoading?: ReactNode;
}

/** Draws every contribution inside its own error boundary and in the context of its plugin. */
export function Slot<Props extends object>({ name, props, whileLoading }: SlotProps<Props>) {
  return useSlot(name).map(({ key, render }) => <div key={key}>{render(props, whileLoading)}</div>);
}

const components = new WeakMap<object, unknown>();

/** Stored by contribution: a component that is created while drawing would be mounted again each time. */
function contentOf<Props>(item: SlotItem<Props>): ComponentType<Props> {
  const Content = components.get(item) ?? lazy(item.load);
  components.set(item, Content);
  return Content as ComponentType<Props>;
}

function Content<Props extends object>({ item, props }: { item: SlotItem<Props>; props: Props }) {
  return createElement(contentOf(item), props);
}

/** A vendor's styles reach what is inside; our own plugins' need no such mark. */
const inRoot = (pluginId: string, content: ReactNode): ReactNode =>
  pluginId.includes('.') ? (
    <div data-plugin-root={pluginId} style={{ display: 'contents' }}>
      {content}
    </div>
  ) : (
    content
  );

function filled<Props extends object>(item: SlotItem<Props>, source: SlotSource): FilledSlot<Props>[] {
  const host = source.hostOf(item.pluginId);
  if (!host) return [];
  const label = item.label ? host.t(item.label) : item.id;
  const failed = (error: Error) => {
    // So that Retry loads the contribution again.
    components.delete(item);
    source.failed(item.pluginId, error);
  };
  const render = (props: Props, whileLoading: ReactNode = <Loading />) =>
    inRoot(item.pluginId, draw(props, whileLoading));
  const draw = (props: Props, whileLoading: ReactNode) => (
    <PluginProvider value={host}>
      <ErrorBoundary subject={label} onError={failed}>
        <Suspense fallback={whileLoading}>
          <Content item={item} props={props} />
        </Suspense>
      </ErrorBoundary>
    </PluginProvider>
  );
  return [{ key: `${item.pluginId}/${item.id}`, label, render }];
}
