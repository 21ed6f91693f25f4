import { isVendor } from '#registry/terms';
import type { Dispose } from '@sinter/sdk/plugin';
import { scopedSheet } from './scopedSheet.ts';

export interface PluginSheet {
  pluginId: string;
  href: string;
  integrity: string;
}

/** What the runtime needs of a document. */
export interface StyleDom {
  add(sheet: PluginSheet): Dispose;
}

/** Our own sheets name what is theirs; a vendor's reaches no further than the vendor's own screens. */
export const documentStyles = (document: Document, failed: (sheet: PluginSheet, error: unknown) => void): StyleDom => ({
  add(sheet) {
    return isVendor(sheet.pluginId) ? scoped(document, sheet, failed) : linked(document, sheet);
  },
});

function linked(document: Document, { pluginId, href, integrity }: PluginSheet): Dispose {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('integrity', integrity);
  link.setAttribute('crossorigin', 'anonymous');
  link.dataset['plugin'] = pluginId;
  link.href = href;
  document.head.append(link);
  return () => link.remove();
}

function scoped(document: Document, sheet: PluginSheet, failed: (sheet: PluginSheet, error: unknown) => void): Dispose {
  const own = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
  const { pluginId, href, integrity } = sheet;
  fetch(href, { integrity })
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`${href} answered ${answer.status}.`);
      own.replaceSync(scopedSheet(pluginId, await answer.text()));
    })
    .catch((error: unknown) => failed(sheet, error));
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== own);
  };
}
