import { StatusPill, useTexts } from '@sinter/sdk/ui';
import type * as z from 'zod';
import type { extensionTierSchema } from '@sinter/sdk/contract/host/extensions';

export type Tier = z.infer<typeof extensionTierSchema>;

export function TierPill({ tier }: { tier: Tier }) {
  const t = useTexts();
  return <StatusPill tone={tier === 'REVIEWED' ? 'green' : 'blue'}>{t(`tier.${tier}`)}</StatusPill>;
}
