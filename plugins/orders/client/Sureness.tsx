import type { Accuracy } from '@sinter/sdk/contract/orders/estimate';
import { formatDuration, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { Link, useOpens, useTexts } from '@sinter/sdk/ui';

const rules = '/pricing-rules';

/** How sure an estimate is, and which finished builds say so. For the facility alone. */
export default function Sureness({ accuracy, currency }: { accuracy: Accuracy; currency: string }) {
  const t = useTexts();
  const opens = useOpens();
  const { applied, hours, buildHours, unitPrice, restsOn } = accuracy;
  const money = (minor: number) => formatMoney(minor, currency, { exact: true });
  const duration = (value: number) => formatDuration(value * 60);
  const factor = t('sure.factor', { factor: formatNumber(hours.factor, 2) });
  const said = [
    t('sure.range', { low: money(unitPrice.low), high: money(unitPrice.high) }),
    t('sure.hours', { low: duration(buildHours.low), high: duration(buildHours.high) }),
    applied ? factor : `${factor} (${t('sure.notApplied')})`,
  ];
  return (
    <>
      {said.join(' · ')}
      {'. '}
      {t(`sure.rests.${restsOn.level}`, {
        count: restsOn.count,
        material: restsOn.material.name,
        machine: restsOn.machineModel.name,
        um: formatNumber(restsOn.layerUm),
      })}
      {'. '}
      {opens(rules) && <Link to={`${rules}?tab=accuracy`}>{t('sure.more')}</Link>}
    </>
  );
}
