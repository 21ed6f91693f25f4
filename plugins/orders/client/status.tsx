import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import type { Tone } from '@sinter/sdk/ui';
import type { PublicGroup } from '../shared/groups.ts';
import { statusText } from '../shared/statusText.ts';

/** Grey waits for the other side, blue is work under way, amber waits for somebody here, green went well, red ended badly. */
const tones: Record<MatchStatus | OrderStatus, Tone> = {
  DRAFT: 'grey',
  SUBMITTED: 'grey',
  MATCHED: 'amber',
  UNMATCHED: 'amber',
  DISTRIBUTED: 'grey',
  WITHDRAWN: 'red',
  BID_ACCEPTED: 'blue',
  AGREEMENT_DONE: 'blue',
  IN_MANUFACTURING: 'blue',
  DELIVERED: 'green',
  INTERNAL_DELIVERED: 'green',
  CREATED: 'grey',
  APPROVED: 'grey',
  TIMED_OUT: 'red',
  NDA_UPLOAD_PENDING: 'amber',
  NDA_VERIFICATION_PENDING: 'grey',
  NDA_APPROVED: 'grey',
  NDA_REJECTED: 'red',
  BID_WAITING: 'amber',
  BID_SUBMITTED: 'grey',
  BID_APPROVED: 'amber',
  BID_REJECTED: 'red',
  SP_BID_ACCEPTED: 'blue',
  SP_BID_REJECTED: 'red',
  BID_LOST: 'red',
  SP_RFQ_REJECTED: 'red',
  COMPLETED: 'green',
  ARCHIVED: 'grey',
  IN_PROGRESS: 'blue',
  IN_POSTPROCESSING: 'blue',
  IN_QUALITYCONTROL: 'blue',
  SHIPPED: 'green',
  INTERNAL_SHIPPED: 'green',
  INTERNAL_COMPLETED: 'green',
  PAYMENT_WAITING: 'amber',
  ON_HOLD: 'amber',
};

const publicTones: Record<PublicGroup, Tone> = {
  PUBLIC_REQUESTED: 'grey',
  PUBLIC_PRODUCTION: 'blue',
  PUBLIC_SHIPPED: 'green',
  PUBLIC_CLOSED: 'grey',
};

/** Where an order stands as the public is told. */
export function PublicStatusPill({ group }: { group: PublicGroup }) {
  const t = useTexts();
  return <StatusPill tone={publicTones[group]}>{t(`group.${group}`)}</StatusPill>;
}

interface StatusProps {
  status: MatchStatus | OrderStatus;
  /** As the customer portal calls it. */
  statusName?: string;
  quoted?: boolean;
}

/** A status of either side, in human words. */
export function OrderStatusPill({ status, statusName, quoted = false }: StatusProps) {
  const t = useTexts();
  const tone = quoted && status === 'DISTRIBUTED' ? 'amber' : tones[status];
  return <StatusPill tone={tone}>{statusName ?? t(statusText(status, quoted))}</StatusPill>;
}
