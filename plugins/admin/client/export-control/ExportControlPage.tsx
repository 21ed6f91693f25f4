import type { ExportPolicy } from '@sinter/sdk/contract/host/exportControl';
import { exportPolicySchema } from '@sinter/sdk/contract/host/exportControl';
import { formatDate } from '@sinter/sdk/i18n';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  StatusPill,
  toast,
  useTexts,
  type Tone,
  useStore,
} from '@sinter/sdk/ui';
import { Form, SwitchField, TextareaField } from '@sinter/sdk/ui/form';
import { ListTable } from '@sinter/sdk/ui/lists';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { Decision } from './Decision.tsx';
import { ExportControlStore, type ClearedPerson } from './ExportControlStore.ts';
import css from './exportControl.module.css';

const tones: Record<ClearedPerson['status'], Tone> = {
  NONE: 'grey',
  STATED: 'amber',
  VERIFIED: 'green',
  EXPIRED: 'red',
  REVOKED: 'red',
};

export default observer(function ExportControlPage() {
  const t = useTexts();
  const store = useStore((host) => new ExportControlStore(host));
  const { answer: policy, error, retry } = store.policy;
  return (
    <Page title={t('export.title')}>
      <p className={css['intro']}>{t('export.intro')}</p>
      {error !== null && <ErrorNotice subject={t('export.title')} error={error} onRetry={retry} />}
      {!policy && error === null && <Loading />}
      {policy && <Policy key={JSON.stringify(policy)} store={store} policy={policy} />}
      {policy && <People store={store} />}
      {store.deciding && <Decision store={store} {...store.deciding} />}
    </Page>
  );
});

const formSchema = z
  .object({ enabled: z.boolean(), networks: z.string() })
  .transform(({ enabled, networks }) => ({ enabled, networks: networks.split(/[\s,;]+/).filter(Boolean) }))
  .pipe(exportPolicySchema);

function Policy({ store, policy }: { store: ExportControlStore; policy: ExportPolicy }) {
  const t = useTexts();
  const save = async (changed: ExportPolicy) => {
    await store.savePolicy(changed);
    toast.success(t('export.saved'));
  };
  return (
    <Section title={t('export.work')}>
      <Form
        keep="admin.exportPolicy"
        initialValues={{ enabled: policy.enabled, networks: policy.networks.join('\n') }}
        schema={formSchema}
        onSubmit={save}
      >
        {({ dirty, isSubmitting }) => (
          <>
            <SwitchField name="enabled" label={t('export.enabled')} />
            <TextareaField name="networks" label={t('export.networks')} rows={3} maxLength={4000} />
            <p className={css['hint']}>{t('export.networks.hint')}</p>
            <div>
              <LightButton kind="primary" type="submit" disabled={!dirty} loading={isSubmitting}>
                {t('export.save')}
              </LightButton>
            </div>
          </>
        )}
      </Form>
    </Section>
  );
}

const People = observer(function People({ store }: { store: ExportControlStore }) {
  const t = useTexts();
  return (
    <Section title={t('export.people')}>
      <ListTable
        list={store.people}
        label={t('export.people')}
        empty={<EmptyState title={t('export.nobody')} text={t('export.nobodyText')} />}
        columns={[
          {
            key: 'name',
            rank: 'name',
            title: t('export.name'),
            render: (person) => <span title={person.email}>{person.name}</span>,
          },
          {
            key: 'status',
            title: t('export.status'),
            render: ({ status }) => <StatusPill tone={tones[status]}>{t(`export.status.${status}`)}</StatusPill>,
          },
          {
            key: 'basis',
            rank: 'extra',
            title: t('export.basis'),
            render: ({ basis }) => (basis ? t(`export.basis.${basis}`) : '–'),
          },
          {
            key: 'stated',
            rank: 'detail',
            title: t('export.stated'),
            render: ({ statedOn }) => (statedOn ? formatDate(statedOn) : '–'),
          },
          {
            key: 'expires',
            title: t('export.expires'),
            render: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn) : '–'),
          },
          { key: 'by', rank: 'detail', title: t('export.by'), render: ({ decidedBy }) => decidedBy ?? '–' },
          { key: 'reason', rank: 'detail', title: t('export.reason'), render: ({ reason }) => reason || '–' },
          { key: 'actions', title: t('export.actions'), render: (person) => <Actions store={store} person={person} /> },
        ]}
      />
    </Section>
  );
});

function Actions({ store, person }: { store: ExportControlStore; person: ClearedPerson }) {
  const t = useTexts();
  if (person.userId === store.ownId) return <span className={css['hint']}>{t('export.self')}</span>;
  const { name } = person;
  return (
    <span className={css['actions']}>
      <LightButton aria-label={t('export.verify.named', { name })} onClick={() => store.ask(person, 'VERIFY')}>
        {t('export.verify')}
      </LightButton>
      {person.status !== 'REVOKED' && (
        <LightButton
          kind="danger"
          aria-label={t('export.revoke.named', { name })}
          onClick={() => store.ask(person, 'REVOKE')}
        >
          {t('export.revoke')}
        </LightButton>
      )}
    </span>
  );
}
