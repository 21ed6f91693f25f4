import { FieldArray, useFormikContext } from 'formik';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { NumberField, TextField } from '@sinter/sdk/ui/form';
import type { QuoteValues } from './quoteValues.ts';
import css from './quotes.module.css';

/** What adds to the total whatever is ordered. */
export function Charges({ currency }: { currency: string }) {
  const t = useTexts();
  const { values } = useFormikContext<QuoteValues>();
  return (
    <FieldArray name="charges">
      {({ push, remove }) => (
        <fieldset className={css['list']}>
          <legend>{t('quote.charges')}</legend>
          {values.charges.map((_, at) => (
            <div key={at} className={css['item']}>
              <TextField name={`charges.${at}.name`} label={t('quote.chargeName')} maxLength={100} required />
              <TextField name={`charges.${at}.amount`} label={t('quote.chargeAmount', { currency })} required />
              <LightButton aria-label={t('quote.removeCharge', { number: at + 1 })} onClick={() => remove(at)}>
                {t('quote.remove')}
              </LightButton>
            </div>
          ))}
          {values.charges.length < 20 && (
            <LightButton size="small" onClick={() => push({ name: '', amount: '' })}>
              {t('quote.addCharge')}
            </LightButton>
          )}
        </fieldset>
      )}
    </FieldArray>
  );
}

/** Other lead times that the buyer may choose, at another price. */
export function Options() {
  const t = useTexts();
  const { values } = useFormikContext<QuoteValues>();
  return (
    <FieldArray name="options">
      {({ push, remove }) => (
        <fieldset className={css['list']}>
          <legend>{t('quote.options')}</legend>
          {values.options.map((_, at) => (
            <div key={at} className={css['item']}>
              <TextField name={`options.${at}.name`} label={t('quote.name')} maxLength={100} required />
              <NumberField
                name={`options.${at}.leadTimeDays`}
                label={t('quote.leadTime')}
                required
                min={1}
                max={365}
                precision={0}
              />
              <NumberField
                name={`options.${at}.surcharge`}
                label={t('quote.surcharge')}
                required
                min={-90}
                max={900}
                precision={2}
                suffix="%"
              />
              <LightButton aria-label={t('quote.removeOption', { number: at + 1 })} onClick={() => remove(at)}>
                {t('quote.remove')}
              </LightButton>
            </div>
          ))}
          {values.options.length < 5 && (
            <LightButton size="small" onClick={() => push({ name: '', leadTimeDays: null, surcharge: null })}>
              {t('quote.addOption')}
            </LightButton>
          )}
        </fieldset>
      )}
    </FieldArray>
  );
}
