import { useFormikContext } from 'formik';
import type { PaymentSettings } from '@sinter/sdk/contract/orders/payments';
import { CopyButton, Section, StatusPill, useTexts } from '@sinter/sdk/ui';
import { SwitchField, TextField } from '@sinter/sdk/ui/form';
import { KeyField } from './KeyField.tsx';
import type { PaymentValues } from './paymentValues.ts';
import css from './paymentSettings.module.css';

/** What the server wants to be told of, by the payment service's names. */
const events = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.updated',
  'refund.failed',
];

/** Cards: the switch, what there is to do at the payment service, and its keys. */
export function CardSection({ settings }: { settings: PaymentSettings }) {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<PaymentValues>();
  const { secretKeySet, webhookSecretSet, test, waiting, webhookURL } = settings;
  const isRemoving = values.secretKey === null || values.webhookSecret === null;
  // Without both keys cards cannot be taken.
  const remove = (name: 'secretKey' | 'webhookSecret') => {
    void setFieldValue(name, null);
    void setFieldValue('card', false);
  };
  return (
    <Section title={t('payset.card')} actions={test && <StatusPill tone="amber">{t('payset.test')}</StatusPill>}>
      <SwitchField name="card" label={t('payset.card.on')} hint={t('payset.card.hint')} disabled={isRemoving} />
      {waiting > 0 && <p className={css['quiet']}>{t('payset.waiting', { count: waiting })}</p>}
      <ol className={css['steps']}>
        <li>{t('payset.step.key')}</li>
        <li>
          {t('payset.step.endpoint')}
          <span className={css['address']}>
            <code dir="ltr">{webhookURL}</code>
            <CopyButton label={t('payset.address')} text={webhookURL} />
          </span>
        </li>
        <li>
          {t('payset.step.events')}
          <span className={css['events']}>
            {events.map((event) => (
              <code key={event} dir="ltr">
                {event}
              </code>
            ))}
          </span>
        </li>
        <li>{t('payset.step.secret')}</li>
      </ol>
      <div className={css['fields']}>
        <KeyField
          name="secretKey"
          label={t('payset.secretKey')}
          placeholder="sk_live_…"
          isSet={secretKeySet}
          onRemove={() => remove('secretKey')}
        />
        <KeyField
          name="webhookSecret"
          label={t('payset.webhookSecret')}
          placeholder="whsec_…"
          isSet={webhookSecretSet}
          onRemove={() => remove('webhookSecret')}
        />
      </div>
      {isRemoving && (
        <p role="status" className={css['warn']}>
          {t('payset.key.removing')}
        </p>
      )}
      <TextField
        name="apiAddress"
        label={t('payset.apiAddress')}
        type="url"
        placeholder="https://api.stripe.com"
        hint={t('payset.apiAddress.hint')}
        maxLength={300}
      />
    </Section>
  );
}
