import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import type { QuickbooksSettings } from '@sinter/sdk/contract/integrations/quickbooks';
import { CopyButton, LightButton, Section, toast, useTexts } from '@sinter/sdk/ui';
import { Form, SelectField, TextField } from '@sinter/sdk/ui/form';
import type { QuickbooksStore } from './QuickbooksStore.ts';
import { valuesOf, valuesSchema } from './quickbooksValues.ts';
import css from './quickbooks.module.css';

/** The app at Intuit that the facility connects by. While it is connected only the secret changes. */
export const AppForm = observer(function AppForm({
  store,
  settings,
}: {
  store: QuickbooksStore;
  settings: QuickbooksSettings;
}) {
  const t = useTexts();
  const { clientSecretSet, verifierTokenSet, redirectURL, noticeURL } = settings;
  const schema = useMemo(() => valuesSchema(t, clientSecretSet), [t, clientSecretSet]);
  const isConnected = store.status.answer?.status === 'ACTIVE';
  return (
    <Form
      keep="integrations.quickbooks"
      secrets={['clientSecret', 'verifierToken']}
      initialValues={valuesOf(settings)}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(values);
        toast.success(t('quickbooks.saved'));
      }}
    >
      {({ dirty, isSubmitting }) => (
        <Section title={t('quickbooks.app')}>
          <ol className={css['steps']}>
            <li>{t('quickbooks.step.app')}</li>
            <li>
              {t('quickbooks.step.redirect')}
              <span className={css['address']}>
                <code dir="ltr">{redirectURL}</code>
                <CopyButton label={t('quickbooks.redirect')} text={redirectURL} />
              </span>
            </li>
            <li>{t('quickbooks.step.keys')}</li>
            <li>
              {t('quickbooks.step.notices')}
              <span className={css['address']}>
                <code dir="ltr">{noticeURL}</code>
                <CopyButton label={t('quickbooks.notices')} text={noticeURL} />
              </span>
            </li>
          </ol>
          <div className={css['fields']}>
            {isConnected && <p className={css['quiet']}>{t('quickbooks.connectedHint')}</p>}
            <TextField
              name="clientId"
              label={t('quickbooks.clientId')}
              required
              disabled={isConnected}
              autoComplete="off"
              maxLength={200}
            />
            <TextField
              name="clientSecret"
              label={t('quickbooks.clientSecret')}
              hint={clientSecretSet ? t('quickbooks.clientSecret.set') : undefined}
              required={!clientSecretSet}
              autoComplete="off"
              maxLength={300}
            />
            <TextField
              name="verifierToken"
              label={t('quickbooks.verifierToken')}
              hint={t(verifierTokenSet ? 'quickbooks.verifierToken.set' : 'quickbooks.verifierToken.hint')}
              autoComplete="off"
              maxLength={300}
            />
            <SelectField
              name="environment"
              label={t('quickbooks.environment')}
              disabled={isConnected}
              options={(['PRODUCTION', 'SANDBOX'] as const).map((value) => ({
                value,
                label: t(`quickbooks.environment.${value}`),
              }))}
            />
            <TextField
              name="apiAddress"
              label={t('quickbooks.apiAddress')}
              type="url"
              placeholder="https://quickbooks.api.intuit.com"
              hint={t('quickbooks.apiAddress.hint')}
              disabled={isConnected}
              maxLength={300}
            />
            <div>
              <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
                {t('quickbooks.save')}
              </LightButton>
            </div>
          </div>
        </Section>
      )}
    </Form>
  );
});
