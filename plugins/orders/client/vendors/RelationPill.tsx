import type { VendorRelation } from '@sinter/sdk/contract/orders/orders';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

const tones: Record<VendorRelation, Tone> = {
  INTERNAL: 'blue',
  PRIVATE: 'green',
  MATCHED: 'grey',
  BLACK_LISTED: 'red',
};

/** How a facility stands to the buyer. */
export function RelationPill({ relation }: { relation: VendorRelation }) {
  const t = useTexts();
  return <StatusPill tone={tones[relation]}>{t(`vendor.relation.${relation}`)}</StatusPill>;
}
