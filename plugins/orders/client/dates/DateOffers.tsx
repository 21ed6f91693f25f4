import { useId } from 'react';
import { observer } from 'mobx-react-lite';
import type { DateOffer } from '@sinter/sdk/contract/orders/dates';
import { formatDate, formatMoney } from '@sinter/sdk/i18n';
import { ErrorNotice, useTexts } from '@sinter/sdk/ui';
import { keyOf, type Offers } from './Offers.ts';
import { confidenceText, deliveryName, optionName, reasonsText } from './texts.ts';
import css from './dates.module.css';

/** The prices and dates to choose from, each with why. */
export default observer(function DateOffers({ offers }: { offers: Offers }) {
  const t = useTexts();
  const name = useId();
  const { list, chosen, loading, error } = offers;
  if (error) return <ErrorNotice subject={t('dates.title')} error={error} onRetry={offers.retry} />;
  if (!list) return loading ? <p className={css['quiet']}>{t('dates.looking')}</p> : null;
  if (list.length === 0) return <p className={css['quiet']}>{t('dates.none')}</p>;
  const severalPlaces = new Set(list.map(({ facility }) => facility.id)).size > 1;
  return (
    <fieldset className={css['offers']} aria-busy={loading}>
      <legend>{t('dates.title')}</legend>
      {list.map((offer) => (
        <label key={keyOf(offer)} className={offer === chosen ? `${css['offer']} ${css['chosen']}` : css['offer']}>
          <input type="radio" name={name} checked={offer === chosen} onChange={() => offers.choose(offer)} />
          <span className={css['head']}>
            <strong>{formatDate(offer.deliveryOn)}</strong>
            <strong>{formatMoney(offer.total.amount, offer.total.currency, { exact: true })}</strong>
          </span>
          <span className={css['quiet']}>
            {optionName(t, offer.leadTimeOption)}
            {severalPlaces && (
              <>
                {' · '}
                <bdi>{offer.facility.name}</bdi>
              </>
            )}
          </span>
          {offer === chosen && <Why offer={offer} />}
        </label>
      ))}
    </fieldset>
  );
});

function Why({ offer }: { offer: DateOffer }) {
  const t = useTexts();
  const { delivery, tax, taxText } = offer;
  const money = ({ amount, currency }: DateOffer['total']) => formatMoney(amount, currency, { exact: true });
  return (
    <>
      <span className={css['why']}>{t('dates.because', { reasons: reasonsText(t, offer.reasons) })}</span>
      <span className={css['quiet']}>{confidenceText(t, offer.confidence)}</span>
      {delivery.amount > 0 && (
        <span className={css['quiet']}>
          {t('dates.incl.delivery', { delivery: deliveryName(t, offer.deliveryType), price: money(delivery) })}
        </span>
      )}
      {tax.amount > 0 && (
        <span className={css['quiet']}>
          {t('dates.incl.tax', { text: taxText === '' ? t('dates.tax') : taxText, price: money(tax) })}
        </span>
      )}
    </>
  );
}
