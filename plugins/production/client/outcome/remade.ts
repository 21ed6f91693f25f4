import type { Remade } from '@sinter/sdk/contract/production/remade';
import type { PluginHost } from '@sinter/sdk/plugin';

/** Where pieces that are made again were lost: their build, why, and which objects of it they were. */
export const lostWhere = (
  t: PluginHost['t'],
  { jobName, reason, objects }: Omit<Remade, 'lotId' | 'number' | 'quantity'>,
) =>
  [
    jobName,
    reason,
    objects.length > 0 ? t('remake.objects', { numbers: objects.map((copy) => copy + 1).join(', ') }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
