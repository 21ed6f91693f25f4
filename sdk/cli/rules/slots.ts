import { isUnknownSlot, nearSlots } from '../../contract/host/slotNames.ts';
import type { Rule } from './rule.ts';

/** A slot that no screen has is filled for nobody. */
export const slots: Rule = {
  id: 'slots',
  check: ({ descriptor }) =>
    descriptor.contributes.slots
      .filter(({ slot }) => isUnknownSlot(slot))
      .map(({ slot }) => {
        const near = nearSlots(slot);
        return {
          file: 'plugin.json',
          text: `No screen has the slot "${slot}".`,
          mend:
            near.length > 0
              ? `Did you mean ${near.join(' or ')}?`
              : 'Choose one of those that docs/slots/ of the SDK has a page for.',
        };
      }),
};
