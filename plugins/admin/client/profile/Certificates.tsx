import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import {
  DataTable,
  EmptyState,
  LightButton,
  StatusPill,
  useTexts,
  type Tone,
  UndoBar,
  VisuallyHidden,
} from '@sinter/sdk/ui';
import { expiryOf } from './certificates.ts';
import type { Certificate, CertificateList } from './certificates.ts';
import css from './profile.module.css';

const CertificateDrawer = lazy(() => import('./CertificateDrawer.tsx'));
const tones: Record<'expired' | 'soon', Tone> = { expired: 'red', soon: 'amber' };

/** Certificates with their expiry, the next to expire first. */
export const Certificates = observer(function Certificates({ store }: { store: CertificateList }) {
  const t = useTexts();
  const { changing, question, removed } = store;
  const add = <LightButton onClick={() => store.open('new')}>{t('profile.certificate.add')}</LightButton>;
  return (
    <>
      <UndoBar
        text={removed.done && t('profile.certificate.removed', { name: removed.done.name })}
        busy={removed.busy}
        onUndo={() => void removed.run()}
        onDismiss={removed.dismiss}
      />
      {changing.problem !== null && (
        <p role="alert" className={css['problem']}>
          {changing.problem}
        </p>
      )}
      <DataTable
        label={t('profile.certificates')}
        rows={store.rows}
        rowKey={({ id }) => id}
        loading={question.loading}
        error={question.error}
        onRetry={question.retry}
        empty={
          <EmptyState title={t('profile.certificates.none')} text={t('profile.certificates.noneText')} actions={add} />
        }
        columns={[
          { key: 'name', rank: 'name', title: t('profile.certificate.name'), render: ({ name }) => name },
          { key: 'issuer', title: t('profile.certificate.issuer'), render: ({ issuer }) => issuer || '–' },
          { key: 'validUntil', title: t('profile.certificate.validUntil'), render: (row) => <Expiry row={row} /> },
          {
            key: 'actions',
            title: <VisuallyHidden>{t('profile.actions')}</VisuallyHidden>,
            align: 'right',
            render: (row) => (
              <span className={css['rowActions']}>
                <LightButton
                  size="small"
                  aria-label={t('profile.edit.named', { name: row.name })}
                  onClick={() => store.open(row)}
                >
                  {t('common.edit')}
                </LightButton>
                <LightButton
                  size="small"
                  loading={store.isBusy(row)}
                  aria-label={t('profile.remove.named', { name: row.name })}
                  onClick={() => void changing.run(row)}
                >
                  {t('common.remove')}
                </LightButton>
              </span>
            ),
          },
        ]}
      />
      {store.rows.length > 0 && <div className={css['below']}>{add}</div>}
      <Suspense fallback={null}>
        {store.panel !== null && (
          <CertificateDrawer store={store} certificate={store.panel === 'new' ? null : store.panel} />
        )}
      </Suspense>
    </>
  );
});

function Expiry({ row: { validUntil } }: { row: Certificate }) {
  const t = useTexts();
  const state = expiryOf(validUntil);
  if (validUntil === null) return t('profile.certificate.unlimited');
  return (
    <span className={css['expiry']}>
      {formatDate(validUntil)}
      {(state === 'expired' || state === 'soon') && (
        <StatusPill tone={tones[state]}>{t(`profile.certificate.${state}`)}</StatusPill>
      )}
    </span>
  );
}
