import type { Dispose } from '@sinter/sdk/plugin';

/** What the runtime needs of a document. */
export interface StyleDom {
  add(sheet: { pluginId: string; href: string; integrity: string }): Dispose;
}

export const documentStyles = (document: Document): StyleDom => ({
  add({ pluginId, href, integrity }) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.setAttribute('integrity', integrity);
    link.setAttribute('crossorigin', 'anonymous');
    link.dataset.plugin = pluginId;
    link.href = href;
    document.head.append(link);
    return () => link.remove();
  },
});
