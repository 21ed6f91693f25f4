import { lazy, Suspense, useState, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { isKiosk } from '@sinter/sdk/auth';
import { inspectionPage } from '@sinter/sdk/contract/quality/inspectionSlots';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  LightInput,
  Link,
  Loading,
  Page,
  Section,
  Slot,
  StatusPill,
  useParams,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { lotPath, ncrPath } from '../paths.ts';
import { InspectionStore } from './InspectionStore.ts';
import { Measuring } from './Measuring.tsx';
import { inspectionsPath, planPath } from './paths.ts';
import { SwitchingNote } from './SwitchingNote.tsx';
import { InspectionPill } from './words.tsx';
import css from './inspection.module.css';

const ImportDrawer = lazy(() => import('./ImportDrawer.tsx'));

export default function InspectionPage() {
  const { id = '' } = useParams();
  return <One key={id} id={Number(id)} />;
}

/** One inspection: what it is of, and sample after sample what is measured. */
const One = observer(function One({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new InspectionStore(host, id));
  const host = usePlugin();
  const atKiosk = isKiosk(host.user);
  const [asking, setAsking] = useState<'finish' | 'void' | null>(null);
  const [importing, setImporting] = useState(false);
  const [raise, setRaise] = useState(true);
  const [reason, setReason] = useState('');
  const { answer, error, retry } = store.question;
  const title = answer?.number ?? t('page.inspection');
  const crumbs = [...(atKiosk ? [] : [{ text: t('page.inspections'), to: inspectionsPath }]), { text: title }];
  if (!answer) {
    return (
      <Page title={title} breadcrumbs={crumbs}>
        {error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />}
      </Page>
    );
  }
  const { state, nonconforming, reject, measured, wanted, ncr } = answer;
  // Who measures at a kiosk is known by production alone.
  const open = (state === 'OPEN' || state === 'MEASURING') && (!atKiosk || host.flag('WORKPLAN'));
  const rejects = nonconforming >= reject;
  const planName = `${answer.plan.name} v${answer.version}`;
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: t('inspection.plan'),
      value: answer.readsNcrs ? <Link to={planPath(answer.plan.id)}>{planName}</Link> : planName,
    },
    { label: t('ncr.part'), value: answer.part },
    {
      label: t('inspection.lot'),
      value: <Link to={lotPath(answer.lotId)}>{t('ncr.lot', { id: answer.lotNumber })}</Link>,
    },
    {
      label: t('inspection.samples'),
      value: t('inspection.samplesOf', { samples: answer.samples, lotSize: answer.lotSize }),
    },
    {
      label: t('inspection.sampling'),
      value:
        answer.sampling === 'AQL'
          ? `ISO 2859-1 · ${answer.level} · AQL ${answer.aql} · ${answer.letter}`
          : t(`plan.sampling.${answer.sampling}`),
    },
    { label: t('inspection.accept'), value: t('inspection.acceptReject', { accept: answer.accept, reject }) },
    { label: t('inspection.measured'), value: `${formatNumber(measured)} / ${formatNumber(wanted)}` },
    { label: t('inspection.nonconforming'), value: formatNumber(nonconforming) },
  ];
  const finish = (yes: boolean) => {
    setAsking(null);
    if (yes) void store.finishing.run(raise);
  };
  const giveUp = (yes: boolean) => {
    setAsking(null);
    if (yes) void store.voiding.run(reason.trim());
  };
  return (
    <Page
      title={title}
      breadcrumbs={crumbs}
      extra={
        <>
          <InspectionPill state={state} />
          {answer.controlled && <StatusPill tone="red">{t('ncr.controlled')}</StatusPill>}
        </>
      }
      actions={
        <>
          {!atKiosk && (
            <a className={css['report']} href={store.report} target="_blank" rel="noopener">
              {t(answer.firstArticle ? 'inspection.faReport' : 'inspection.report')}
            </a>
          )}
          {open && !atKiosk && <LightButton onClick={() => setAsking('void')}>{t('inspection.giveUp')}</LightButton>}
          {open && !atKiosk && <LightButton onClick={() => setImporting(true)}>{t('inspection.import')}</LightButton>}
          {open && (
            <LightButton
              kind="primary"
              loading={store.finishing.busy}
              disabled={!rejects && measured < wanted}
              onClick={() => setAsking('finish')}
            >
              {t('inspection.finish')}
            </LightButton>
          )}
        </>
      }
    >
      <dl className={css['facts']}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {answer.switching && <SwitchingNote store={store} switching={answer.switching} mayResume={answer.mayResume} />}
      {answer.finishedAt !== null && (
        <p className={css['quiet']}>
          {t('inspection.finishedBy', { name: answer.finishedBy, at: formatDateTime(answer.finishedAt) })}
          {answer.note !== '' && (
            <>
              {' · '}
              <bdi>{answer.note}</bdi>
            </>
          )}
        </p>
      )}
      {ncr && (
        <p>
          {t('inspection.ncr')}:{' '}
          {answer.readsNcrs ? (
            <Link to={ncrPath(ncr.id)}>
              {ncr.number} <bdi>{ncr.title}</bdi>
            </Link>
          ) : (
            ncr.number
          )}
        </p>
      )}
      <Slot name={inspectionPage} props={{ inspectionId: id }} />
      <Section title={t('inspection.values')}>
        <Measuring store={store} inspection={answer} open={open} />
      </Section>
      <ConfirmDialog
        open={asking === 'finish'}
        title={t(rejects ? 'inspection.rejectAsk' : 'inspection.acceptAsk')}
        yes={t('inspection.finish')}
        danger={rejects}
        onAnswer={(yes) => finish(yes)}
      >
        <p>{t('inspection.finish.text', { count: nonconforming, accept: answer.accept })}</p>
        {rejects && (
          <label className={css['choice']}>
            <input type="checkbox" checked={raise} onChange={({ target }) => setRaise(target.checked)} />
            {t('inspection.raise')}
          </label>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'void'}
        title={t('inspection.giveUp')}
        yes={t('inspection.giveUp')}
        danger
        ready={reason.trim() !== ''}
        onAnswer={(yes) => giveUp(yes)}
      >
        <label className={css['stack']}>
          {t('inspection.reason')}
          <LightInput maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
      </ConfirmDialog>
      {importing && (
        <Suspense fallback={null}>
          <ImportDrawer store={store} inspection={answer} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  );
});
