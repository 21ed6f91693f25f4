import { observer } from 'mobx-react-lite';
import { formatDate, formatMoney } from '@sinter/sdk/i18n';
import { Section, useStore, useTexts } from '@sinter/sdk/ui';
import { OrderDatesStore } from './OrderDatesStore.ts';
import { confidenceText, deliveryName, optionName, reasonsText } from './texts.ts';
import css from './dates.module.css';

/** What the buyer chose, and for the facility whether its jobs still keep what was promised. */
export default observer(function OrderDates({ orderId }: { orderId: number }) {
  const t = useTexts();
  const { dates } = useStore((host) => new OrderDatesStore(host, orderId));
  if (!dates) return null;
  const { promise, atRisk } = dates;
  // What was agreed takes the place of what was chosen.
  const choice = promise ? null : dates.choice;
  if (!choice && !atRisk) return null;
  return (
    <Section title={t('dates.section')}>
      {atRisk && (
        <p role="status" className={css['warn']}>
          <strong>{t('dates.atRisk')}</strong>
          {t('dates.atRisk.text', { date: formatDate(atRisk.expectedOn) })}
        </p>
      )}
      {choice && (
        <dl className={css['facts']}>
          <div>
            <dt>{t('dates.chosen')}</dt>
            <dd>
              <span>
                {formatDate(choice.deliveryOn)} · {optionName(t, choice.leadTimeOption)}
                {' · '}
                {deliveryName(t, choice.deliveryType)}
                {choice.total && ` · ${formatMoney(choice.total.amount, choice.total.currency, { exact: true })}`}
              </span>
              {choice.facility && (
                <span className={css['quiet']}>
                  <bdi>{choice.facility.name}</bdi>
                </span>
              )}
              {choice.reasons.length > 0 && (
                <span className={css['why']}>{t('dates.because', { reasons: reasonsText(t, choice.reasons) })}</span>
              )}
              {choice.confidence && <span className={css['quiet']}>{confidenceText(t, choice.confidence)}</span>}
              <span className={css['quiet']}>{t('dates.asOf', { date: formatDate(choice.chosenAt) })}</span>
            </dd>
          </div>
        </dl>
      )}
    </Section>
  );
});
