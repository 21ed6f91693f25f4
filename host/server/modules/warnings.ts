import { isUnknownSlot, nearSlots } from '@sinter/sdk/contract/host/slotNames';
import type { Sentence } from '@sinter/sdk/contract';
import type { Descriptor } from '#registry/descriptor';
import { say } from '../say.ts';

/** What is wrong with a plugin that runs all the same. */
export const warningsOf = ({ contributes: { slots } }: Descriptor): Sentence[] =>
  [...new Set(slots.map(({ slot }) => slot).filter(isUnknownSlot))].map((slot) => {
    const near = nearSlots(slot);
    return near.length > 0 ? say('module.nearSlots', { slot, near }) : say('module.unknownSlot', { slot });
  });
