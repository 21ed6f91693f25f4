import type { NdaStatus } from '@sinter/sdk/contract/orders/nda';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

const tones: Record<NdaStatus, Tone> = {
  PENDING: 'amber',
  APPROVED: 'green',
  REJECTED: 'red',
  REVOKED: 'red',
  EXPIRED: 'grey',
};

export function NdaPill({ status }: { status: NdaStatus }) {
  const t = useTexts();
  return <StatusPill tone={tones[status]}>{t(`nda.status.${status}`)}</StatusPill>;
}
