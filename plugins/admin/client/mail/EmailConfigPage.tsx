import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import type { EmailConfig } from '@sinter/sdk/contract/host/emailConfig';
import { say } from '@sinter/sdk/i18n/said';
import { ErrorNotice, LightButton, Loading, Page, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { FieldFrame, Form, SelectField, SwitchField, TextField } from '@sinter/sdk/ui/form';
import { Findings } from './Findings.tsx';
import { MailStore } from './MailStore.ts';
import { inputOf, valuesOf, valuesSchema } from './mailValues.ts';
import { Recipients } from './Recipients.tsx';
import css from './mail.module.css';

/** How the facility sends mail. */
export default observer(function EmailConfigPage() {
  const t = useTexts();
  const store = useStore((host) => new MailStore(host));
  const { answer, error, retry } = store.config;
  return (
    <Page title={t('page.emailConfig')} width="normal">
      <p className={css['quiet']}>{t('mail.intro')}</p>
      {error !== null && <ErrorNotice subject={t('page.emailConfig')} error={error} onRetry={retry} />}
      {!answer && error === null && <Loading />}
      {answer && <ConfigForm key={store.timesSaved} store={store} config={answer} />}
      {answer && <Findings store={store} />}
    </Page>
  );
});

function ConfigForm({ store, config }: { store: MailStore; config: EmailConfig }) {
  const t = useTexts();
  const schema = useMemo(() => valuesSchema(t), [t]);
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: hour,
    label: `${String(hour).padStart(2, '0')}:00`,
  }));
  return (
    <Form
      keep="admin.mail"
      secrets={['password']}
      initialValues={valuesOf(config)}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(inputOf(values));
        toast.success(t('mail.saved'));
      }}
    >
      {({ values, dirty, isSubmitting }) => (
        <div className={css['form']}>
          <section className={css['section']} aria-labelledby="mail-sender">
            <h2 id="mail-sender">{t('mail.sender')}</h2>
            <TextField
              name="senderName"
              label={t('mail.senderName')}
              maxLength={100}
              hint={t('mail.senderName.hint')}
            />
            <TextField name="replyTo" label={t('mail.replyTo')} maxLength={254} hint={t('mail.replyTo.hint')} />
            {config.repliesDomain !== null && (
              <SwitchField name="answersToMessages" label={t('mail.answers')} hint={t('mail.answers.hint')} />
            )}
            <SwitchField
              name="own"
              label={t('mail.own')}
              hint={t(config.siteSends ? 'mail.own.hint' : 'mail.own.none')}
            />
            {values.own && (
              <>
                <TextField name="senderAddress" label={t('mail.senderAddress')} required maxLength={254} />
                <TextField name="host" label={t('mail.host')} required maxLength={253} />
                <TextField name="port" label={t('mail.port')} required maxLength={5} />
                <SelectField
                  name="security"
                  label={t('mail.security')}
                  options={[
                    { value: 'STARTTLS', label: t('mail.security.STARTTLS') },
                    { value: 'TLS', label: t('mail.security.TLS') },
                  ]}
                />
                <TextField name="userName" label={t('mail.userName')} maxLength={200} hint={t('mail.userName.hint')} />
                <TextField
                  name="password"
                  type="password"
                  autoComplete="off"
                  label={t('mail.password')}
                  maxLength={500}
                  hint={t(config.passwordSet ? 'mail.password.set' : 'mail.password.hint')}
                />
                <TextField
                  name="dkimSelector"
                  label={t('mail.dkimSelector')}
                  maxLength={63}
                  hint={t('mail.dkimSelector.hint')}
                />
              </>
            )}
          </section>
          <section className={css['section']} aria-labelledby="mail-events">
            <h2 id="mail-events">{t('mail.events')}</h2>
            <p className={css['quiet']}>{t('mail.events.text')}</p>
            <SelectField
              name="digest"
              label={t('mail.digest')}
              options={(['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const).map((value) => ({
                value,
                label: t(`mail.digest.${value}`),
              }))}
            />
            {(values.digest === 'DAILY' || values.digest === 'WEEKLY') && (
              <SelectField name="hour" label={t('mail.hour')} options={hours} />
            )}
            <FieldFrame<string[]> name="off" label={t('mail.mailed')}>
              {({ value, change, control: { id } }) => (
                <div className={css['events']}>
                  {config.events.map((event, place) => (
                    <label key={event.id}>
                      <input
                        {...(place === 0 && { id })}
                        type="checkbox"
                        checked={!value.includes(event.id)}
                        onChange={({ target }) =>
                          change(target.checked ? value.filter((one) => one !== event.id) : [...value, event.id])
                        }
                      />
                      {say(event.text, event.said)}
                    </label>
                  ))}
                </div>
              )}
            </FieldFrame>
          </section>
          <Recipients config={config} />
          <div>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('mail.save')}
            </LightButton>
          </div>
        </div>
      )}
    </Form>
  );
}
