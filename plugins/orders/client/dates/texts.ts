import type { CallResult } from '@sinter/sdk/contract/call';
import type {
  checkDates,
  Confidence,
  DateReason,
  DeliveryType,
  LeadTimeOption,
} from '@sinter/sdk/contract/orders/dates';
import { formatDate, formatPercent } from '@sinter/sdk/i18n';
import type { useTexts } from '@sinter/sdk/ui';

export type T = ReturnType<typeof useTexts>;
export type OrderDates = CallResult<typeof checkDates>;

export const optionName = (t: T, { kind, name }: Pick<LeadTimeOption, 'kind' | 'name'>): string =>
  name === '' ? t(`dates.option.${kind}`) : name;

export const deliveryName = (t: T, { kind, name }: Pick<DeliveryType, 'kind' | 'name'>): string =>
  name === '' ? t(`dates.delivery.${kind}`) : name;

function reasonText(t: T, reason: DateReason): string {
  switch (reason.kind) {
    case 'MACHINE': {
      const { from, to } = reason;
      const machine = reason.machine ?? t('dates.machine');
      if (from === to) return t('dates.reason.MACHINE_DAY', { machine, date: formatDate(from) });
      return t('dates.reason.MACHINE', { machine, from: formatDate(from), to: formatDate(to) });
    }
    case 'TRANSPORT':
      return reason.days === 0
        ? deliveryName(t, reason.delivery)
        : t('dates.reason.TRANSPORT', { delivery: deliveryName(t, reason.delivery), count: reason.days });
    default:
      return t(`dates.reason.${reason.kind}`, { count: reason.days });
  }
}

/** Why it is that date, in one line. */
export const reasonsText = (t: T, reasons: readonly DateReason[]): string =>
  reasons.map((reason) => reasonText(t, reason)).join('; ');

/** How sure it is, and what that rests on. */
export function confidenceText(t: T, { level, firmShare, manualReview }: Confidence): string {
  const rests =
    firmShare === null
      ? t('dates.rests.usual')
      : firmShare === 1
        ? t('dates.rests.firm')
        : t('dates.rests.share', { share: formatPercent(firmShare) });
  const why = manualReview ? [t('dates.rests.review'), rests] : [rests];
  return t('dates.sure', { level: t(`dates.level.${level}`), why: why.join('; ') });
}
