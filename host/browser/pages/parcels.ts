import React from 'react';
import type { ComponentClass, FunctionComponent, ReactNode } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { mountRootParcel } from 'single-spa';
import type { AppProps, Parcel, ParcelConfigObject, ParcelProps } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import { phaseLimits } from '#host/runtime/watchdog.ts';

/** A phase that takes longer is given up; the page then shows why, and everything else goes on. */
const limit = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: millis });
const timeouts = {
  bootstrap: limit(phaseLimits.mount),
  mount: limit(phaseLimits.mount),
  unmount: limit(phaseLimits.unmount),
};

/** A parcel's config as single-spa takes it; its typings leave out `timeouts`. */
type PageConfig = ParcelConfigObject & { timeouts?: typeof timeouts };
type MountParcel = (config: PageConfig, props: ParcelProps) => Parcel;

let pages: Promise<MountParcel> | undefined;

/**
 * All pages are children of one parcel that lives as long as the document: single-spa keeps root parcels for ever, so
 * a page mounted as one would never be freed. `start()` is not called, so that the router stays the only one.
 */
function pageMounter(): Promise<MountParcel> {
  pages ??= new Promise((resolve) => {
    const keeper: ParcelConfigObject = {
      name: 'pages',
      bootstrap: async () => {},
      mount: async ({ mountParcel }) => resolve(mountParcel),
      unmount: async () => {},
    };
    mountRootParcel(keeper, { domElement: document.createElement('div') });
  });
  return pages;
}

export interface MountedPage {
  /** Rejects when the page could not be drawn in time. */
  mounted: Promise<void>;
  /** Never rejects: a page that cannot be unmounted stays behind in its detached element. */
  unmount(): Promise<void>;
}

/** What single-spa-react hands to a page's error boundary. */
export interface BoundaryProps extends AppProps {
  children?: ReactNode;
}

/** Mounts `Root` in its own React root inside `domElement`. `Boundary` catches what `Root` throws. */
export function mountPage(
  name: string,
  domElement: HTMLElement,
  Root: FunctionComponent,
  Boundary: ComponentClass<BoundaryProps>,
): MountedPage {
  let gone: Promise<void> | undefined;
  let parcel: Parcel | undefined;
  const lifecycles = singleSpaReact<BoundaryProps>({
    React,
    ReactDOMClient,
    renderType: 'createRoot' as const,
    suppressComponentDidCatchWarning: true,
    rootComponent: Root,
    errorBoundaryClass: Boundary,
  });
  const mounted = pageMounter().then(async (mount) => {
    if (gone) return;
    // single-spa adds the rest of a boundary's props itself.
    parcel = mount({ name, ...lifecycles, timeouts } as PageConfig, { domElement });
    await parcel.mountPromise;
  });
  const takeOut = async () => {
    // A page that is still being mounted is unmounted afterwards.
    await mounted.catch(() => {});
    if (parcel?.getStatus() === 'MOUNTED') await parcel.unmount().catch(() => {});
  };
  return {
    mounted,
    // Only once: single-spa throws the second time.
    unmount: () => (gone ??= takeOut()),
  };
}
