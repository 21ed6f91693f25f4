import type { ManifestPlugin } from '#registry/manifest';
import { isUnknownSlot, nearSlots } from '@sinter/sdk/contract/host/slotNames';
import type { Logger } from '@sinter/sdk/plugin';

/** Says which slots of these plugins no screen has: what fills them is never drawn, without any other sign of it. */
export function warnOfUnknownSlots(plugins: readonly ManifestPlugin[], log: Logger): void {
  for (const { id, slots } of plugins) {
    for (const slot of new Set(slots.map((one) => one.slot).filter(isUnknownSlot))) {
      const near = nearSlots(slot);
      const mend = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'See docs/slots/ of the SDK.';
      log.warn(`plugin.json of ${id} fills the slot "${slot}", which no screen has. ${mend}`);
    }
  }
}
