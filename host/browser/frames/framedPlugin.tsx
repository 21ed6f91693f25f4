import type { ComponentType } from 'react';
import type { ManifestPlugin } from '#registry/manifest';
import { createSlot, definePlugin } from '@sinter/sdk/plugin';
import type { Plugin, Slot } from '@sinter/sdk/plugin';
import type { FrameScreen } from '#host/runtime/frame/protocol.ts';
import { Frame } from './Frame.tsx';
import type { FramePage } from './frameFacts.ts';

/**
 * Stands in the page for a plugin that runs in frames: it registers the pages and contributions that `plugin.json` declares,
 * each drawn as a frame at its place. The plugin's own code is never in the page.
 */
export function framedPlugin(page: FramePage, plugin: ManifestPlugin): Plugin {
  const drawn =
    (screen: FrameScreen): (() => Promise<{ default: ComponentType<object> }>) =>
    () =>
      Promise.resolve({
        default: (props) => <Frame page={page} plugin={plugin} screen={screen} given={props} />,
      });
  return definePlugin({
    id: plugin.id,
    setup(host) {
      for (const { id } of plugin.pages) host.page(id, drawn({ kind: 'page', id }));
      for (const { slot, id, label, order } of plugin.slots) {
        const load = drawn({ kind: 'slot', slot, id });
        host.slot(slotOf(slot), { id, load, ...(label && { label }), ...(order !== undefined && { order }) });
      }
    },
  });
}

const isSlotId = (id: string): id is Slot<object>['id'] => /^[^/]+\/.+@\d+$/.test(id);
function slotOf(id: string): Slot<object> {
  if (!isSlotId(id)) throw new Error(`${id} is no slot.`);
  return createSlot<object>(id);
}
