import { formatDate } from '@sinter/sdk/i18n';
import {
  EmptyState,
  ErrorNotice,
  FileDropZone,
  LightButton,
  Link,
  Loading,
  Page,
  Section,
  toast,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextareaField } from '@sinter/sdk/ui/form';
import { ListTable } from '@sinter/sdk/ui/lists';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import css from './nda.module.css';
import { NdaPageStore } from './NdaPageStore.ts';
import { NdaPill } from './NdaPill.tsx';
import { Signed } from './Signed.tsx';

export default observer(function NdaPage() {
  const t = useTexts();
  const store = useStore((host) => new NdaPageStore(host));
  return (
    <Page title={t('page.nda')}>
      <p className={css['intro']}>{t('nda.intro')}</p>
      <Template store={store} />
      <Agreements store={store} />
      {store.revoking && <Revoking store={store} />}
    </Page>
  );
});

const Template = observer(function Template({ store }: { store: NdaPageStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.template;
  const { busy, problem } = store.replacing;
  const replace = async (file: File | null) => {
    if (await store.replacing.run(file)) toast.success(t(file ? 'nda.template.saved' : 'nda.template.removed'));
  };
  const title = t('nda.template.title');
  if (error !== null) return <ErrorNotice subject={title} error={error} onRetry={retry} />;
  return (
    <Section title={title}>
      {!answer || busy ? (
        <Loading />
      ) : (
        <div className={css['stack']}>
          {answer.template ? (
            <span className={css['head']}>
              <Signed file={answer.template} />
              <LightButton size="small" onClick={() => void replace(null)}>
                {t('nda.template.remove')}
              </LightButton>
            </span>
          ) : (
            <p>{t('nda.template.none')}</p>
          )}
          <FileDropZone
            multiple={false}
            extensions={['pdf', 'docx', 'odt']}
            title={t(answer.template ? 'nda.template.replace' : 'nda.template.add')}
            onFiles={([file]) => void replace(file ?? null)}
          />
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
    </Section>
  );
});

const Agreements = observer(function Agreements({ store }: { store: NdaPageStore }) {
  const t = useTexts();
  return (
    <Section title={t('nda.list')}>
      <ListTable
        list={store.given}
        label={t('nda.list')}
        empty={<EmptyState title={t('nda.list.none')} text={t('nda.list.noneText')} />}
        columns={[
          {
            key: 'facility',
            rank: 'name',
            title: t('nda.facility'),
            render: ({ facility }) => <bdi>{facility.name}</bdi>,
          },
          { key: 'status', title: t('nda.state'), render: ({ status }) => <NdaPill status={status} /> },
          { key: 'file', title: t('nda.document'), render: ({ file }) => <Signed file={file} /> },
          {
            key: 'order',
            title: t('nda.order'),
            render: ({ orderId }) => <Link to={`/order-details/${orderId}`}>#{orderId}</Link>,
          },
          {
            key: 'given',
            rank: 'detail',
            title: t('nda.givenBy'),
            render: (nda) => t('nda.given', { name: nda.uploadedBy, date: formatDate(nda.uploadedOn) }),
          },
          {
            key: 'until',
            title: t('nda.validUntil'),
            render: ({ validUntil }) => (validUntil ? formatDate(validUntil) : '–'),
          },
          { key: 'by', rank: 'detail', title: t('nda.decidedBy'), render: ({ decidedBy }) => decidedBy ?? '–' },
          { key: 'reason', rank: 'detail', title: t('nda.note'), render: ({ reason }) => reason || '–' },
          {
            key: 'actions',
            title: t('nda.actions'),
            render: (nda) =>
              nda.status === 'APPROVED' && (
                <LightButton
                  size="small"
                  aria-label={t('nda.revoke.named', { facility: nda.facility.name })}
                  onClick={() => store.revoke(nda)}
                >
                  {t('nda.revoke')}
                </LightButton>
              ),
          },
        ]}
      />
    </Section>
  );
});

const Revoking = observer(function Revoking({ store }: { store: NdaPageStore }) {
  const t = useTexts();
  const facility = store.revoking?.facility.name ?? '';
  return (
    <FormDrawer
      keep={`orders.nda.revoke.${store.revoking?.id}`}
      title={t('nda.revoke.named', { facility })}
      size={460}
      lead={<p className={css['intro']}>{t('nda.revoke.text')}</p>}
      save={t('nda.revoke')}
      danger
      onClose={() => store.revoke(null)}
      initialValues={{ reason: '' }}
      schema={z.object({ reason: z.string().trim().min(1, t('nda.reason.needed')) })}
      onSubmit={async ({ reason }) => {
        await store.confirmRevoke(reason);
        toast.success(t('nda.revoked', { facility }));
      }}
    >
      <TextareaField name="reason" label={t('nda.reason')} rows={3} maxLength={1000} required />
    </FormDrawer>
  );
});
