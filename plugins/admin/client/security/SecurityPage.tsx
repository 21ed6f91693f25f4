import { securityPolicySchema, type SecurityPolicy } from '@sinter/sdk/contract/host/security';
import { ErrorNotice, LightButton, Loading, Page, Section, toast, useTexts, useStore } from '@sinter/sdk/ui';
import { Form, NumberField, SelectField } from '@sinter/sdk/ui/form';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { SecurityStore } from './SecurityStore.ts';
import css from './security.module.css';

export default observer(function SecurityPage() {
  const t = useTexts();
  const store = useStore((host) => new SecurityStore(host));
  const { answer: policy, error, retry } = store.policy;
  return (
    <Page title={t('security.title')} width="narrow">
      <p className={css['intro']}>{t('security.intro')}</p>
      {error !== null && <ErrorNotice subject={t('security.title')} error={error} onRetry={retry} />}
      {!policy && error === null && <Loading />}
      {policy &&
        (store.mayChange ? (
          <PolicyForm key={JSON.stringify(policy)} store={store} policy={policy} />
        ) : (
          <Policy policy={policy} />
        ))}
    </Page>
  );
});

/** Days are easier to think in than hours, hours than minutes. */
const formSchema = z
  .object({
    secondFactor: securityPolicySchema.shape.secondFactor,
    idleHours: z.number().min(0.25).max(168),
    sessionDays: z.number().min(1).max(30),
  })
  .transform(({ secondFactor, idleHours, sessionDays }) => ({
    secondFactor,
    idleMinutes: Math.round(idleHours * 60),
    sessionHours: Math.round(sessionDays * 24),
  }));

function PolicyForm({ store, policy }: { store: SecurityStore; policy: SecurityPolicy }) {
  const t = useTexts();
  const save = async (changed: SecurityPolicy) => {
    await store.save(changed);
    toast.success(t('security.saved'));
  };
  return (
    <Section>
      <Form
        keep="admin.security"
        initialValues={{
          secondFactor: policy.secondFactor,
          idleHours: Math.round((policy.idleMinutes / 60) * 100) / 100,
          sessionDays: Math.max(Math.round(policy.sessionHours / 24), 1),
        }}
        schema={formSchema}
        onSubmit={save}
      >
        {({ values, dirty, isSubmitting }) => (
          <>
            <SelectField
              name="secondFactor"
              label={t('security.secondFactor')}
              options={securityPolicySchema.shape.secondFactor.options.map((value) => ({
                value,
                label: t(`security.secondFactor.${value}`),
              }))}
            />
            <p className={css['hint']}>{t(`security.secondFactor.${values.secondFactor}.hint`)}</p>
            <NumberField
              name="idleHours"
              label={t('security.idle')}
              min={0.25}
              max={168}
              step={0.25}
              suffix={t('security.hours')}
            />
            <NumberField
              name="sessionDays"
              label={t('security.session')}
              min={1}
              max={30}
              precision={0}
              suffix={t('security.days')}
            />
            <p className={css['hint']}>{t('security.follow')}</p>
            <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
              {t('security.save')}
            </LightButton>
          </>
        )}
      </Form>
    </Section>
  );
}

/** For those who may look but not decide. */
function Policy({ policy }: { policy: SecurityPolicy }) {
  const t = useTexts();
  return (
    <Section>
      <dl className={css['facts']}>
        <dt>{t('security.secondFactor')}</dt>
        <dd>{t(`security.secondFactor.${policy.secondFactor}`)}</dd>
        <dt>{t('security.idle')}</dt>
        <dd>{t('security.hoursCount', { count: Math.round((policy.idleMinutes / 60) * 100) / 100 })}</dd>
        <dt>{t('security.session')}</dt>
        <dd>{t('security.daysCount', { count: Math.round(policy.sessionHours / 24) })}</dd>
      </dl>
      <p className={css['hint']}>{t('security.readOnly')}</p>
    </Section>
  );
}
