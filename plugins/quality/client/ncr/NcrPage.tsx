import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import type { NcrDetail } from '@sinter/sdk/contract/quality/ncr';
import { formatDate, formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import {
  DueMarker,
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  Page,
  Section,
  StatusPill,
  useNavigate,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { TagPicker } from '@sinter/sdk/ui/tags';
import { CapaStatusPill } from '../capa/words.tsx';
import { capaPath, lotPath, partPath, processPath } from '../paths.ts';
import { Holds } from './Holds.tsx';
import { NcrStore } from './NcrStore.ts';
import { Photos } from './Photos.tsx';
import { Rows } from './Rows.tsx';
import { ContainmentPill, keyText, NcrStatusPill, stepText } from './words.tsx';
import css from './ncr.module.css';

const Beside = lazy(() => import('./Beside.tsx'));
const Talk = lazy(() => import('./Talk.tsx'));
const BeginDrawer = lazy(() => import('../capa/BeginDrawer.tsx'));

/** One non-conformance with what may be done with it. */
export default function NcrPage() {
  const id = Number(useParams()['id']);
  return <Shown key={id} id={id} />;
}

interface NcrProps {
  store: NcrStore;
  ncr: NcrDetail;
}

const Shown = observer(function Shown({ id }: { id: number }) {
  const t = useTexts();
  const navigate = useNavigate();
  const store = useStore((host) => new NcrStore(host, id));
  const { answer, error, retry } = store.reading;
  const title = answer ? `${answer.number} ${answer.title}` : t('page.ncr');
  const ofPart = answer !== null && answer.subject.orderFileId !== null;
  const crumb = ofPart ? { text: t('page.partNcr'), to: partPath } : { text: t('page.processNcr'), to: processPath };
  return (
    <Page
      title={title}
      breadcrumbs={[crumb, { text: answer?.number ?? t('page.ncr') }]}
      extra={
        answer && (
          <>
            <NcrStatusPill status={answer.status} />
            <TagPicker store={store.tagging} row={answer} onChange={store.refresh} />
          </>
        )
      }
      actions={answer && <Actions store={store} ncr={answer} />}
    >
      {!answer && (error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />)}
      {answer && (
        <>
          <Blocked ncr={answer} />
          <div className={css['columns']}>
            <div className={css['column']}>
              <Rows store={store} ncr={answer} />
              <Facts store={store} ncr={answer} />
              <Photos store={store} ncr={answer} />
              <Suspense fallback={<Loading />}>
                <Talk kind="QMS_NCR" id={id} />
                {answer.may.board && <Talk kind="QMS_NCR_MRB" id={id} />}
              </Suspense>
            </div>
            <div className={css['column']}>
              <Holds store={store} ncr={answer} />
              <Capas store={store} ncr={answer} />
              <History store={store} />
            </div>
          </div>
        </>
      )}
      {answer && store.beside === 'capa' && (
        <Suspense fallback={null}>
          <BeginDrawer ncr={answer} onClose={() => store.open(null)} onBegun={(capaId) => navigate(capaPath(capaId))} />
        </Suspense>
      )}
      {answer && store.beside && store.beside !== 'capa' && store.choices.answer && (
        <Suspense fallback={null}>
          <Beside store={store} ncr={answer} beside={store.beside} choices={store.choices.answer} />
        </Suspense>
      )}
    </Page>
  );
});

const Actions = observer(function Actions({ store, ncr }: NcrProps) {
  const t = useTexts();
  const blocked = ncr.blocked.map(({ event }) => event);
  return (
    <>
      {ncr.may.change && <LightButton onClick={() => store.open('change')}>{t('ncr.change')}</LightButton>}
      {ncr.allowed
        .filter((event) => !blocked.includes(event))
        .map((event) => (
          <LightButton
            key={event}
            {...(event === 'VOID' || event === 'REOPEN' ? {} : { kind: 'primary' as const })}
            disabled={store.firing.busy}
            onClick={() => (event === 'VOID' || event === 'REOPEN' ? store.open(event) : void store.firing.run(event))}
          >
            {t(`ncr.event.${event}`)}
          </LightButton>
        ))}
    </>
  );
});

/** What is not possible yet, and what it waits for. */
function Blocked({ ncr }: { ncr: NcrDetail }) {
  const t = useTexts();
  if (ncr.blocked.length === 0) return null;
  return (
    <ul className={css['blocked']}>
      {ncr.blocked.map(({ event, by }) => (
        <li key={event}>
          {by.includes('POSTED')
            ? t('ncr.blocked.posted', { event: t(`ncr.event.${event}`) })
            : t('ncr.blocked', {
                event: t(`ncr.event.${event}`),
                by: by.map((each) => t(`ncr.block.${each}`)).join(', '),
              })}
        </li>
      ))}
    </ul>
  );
}

const Facts = observer(function Facts({ store, ncr }: NcrProps) {
  const t = useTexts();
  const choices = store.choices.answer;
  const facts = [
    ['severity', keyText(t, 'severity', ncr.severity, choices?.severities)],
    ['type', keyText(t, 'type', ncr.type, choices?.types)],
    ['defect', ncr.defect?.name],
    ['quantity', formatNumber(ncr.affectedQuantity)],
    ['source', t(`ncr.source.${ncr.source}`)],
    ['characteristic', ncr.characteristic],
    ['requirement', ncr.requirement],
    ['measured', ncr.measured],
    ['part', ncr.part],
    ['machine', ncr.machine?.name],
    ['job', ncr.job?.name],
    ['step', stepText(t, ncr.step)],
    ['batch', ncr.subject.batch],
    ['assignee', ncr.assignee?.name],
    ['raised', [formatDateTime(ncr.createdAt), ncr.createdBy].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <Section title={t('ncr.facts')}>
      {ncr.description !== '' && (
        <p dir="auto" className={css['text']}>
          {ncr.description}
        </p>
      )}
      <dl className={css['facts']}>
        {facts.map(
          ([key, value]) =>
            value && (
              <div key={key}>
                <dt>{t(`ncr.${key}`)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
        {ncr.order && (
          <div>
            <dt>{t('ncr.order')}</dt>
            <dd>
              <Link to={`/order-details/${ncr.order.id}`}>
                #{ncr.order.id} <bdi>{ncr.order.name}</bdi>
              </Link>
            </dd>
          </div>
        )}
        {ncr.lotId !== null && (
          <div>
            <dt>{t('ncr.lotNumber')}</dt>
            <dd>
              <Link to={lotPath(ncr.lotId)}>{t('ncr.lot', { id: ncr.lotId })}</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('ncr.due')}</dt>
          <dd>{ncr.dueAt === null ? '–' : ncr.closedAt ? formatDate(ncr.dueAt) : <DueMarker date={ncr.dueAt} />}</dd>
        </div>
      </dl>
      <p className={css['pills']}>
        <ContainmentPill containment={ncr.containment} />
        {ncr.customerVisible && <StatusPill tone="blue">{t('ncr.customerVisible')}</StatusPill>}
        {ncr.controlled && <StatusPill tone="red">{t('ncr.controlled')}</StatusPill>}
      </p>
    </Section>
  );
});

/** Corrective actions that keep it from coming back. */
const Capas = observer(function Capas({ store, ncr }: NcrProps) {
  const t = useTexts();
  return (
    <Section
      title={t('page.capas')}
      actions={<LightButton onClick={() => store.open('capa')}>{t('capa.begin')}</LightButton>}
    >
      {ncr.capas.length === 0 && <p className={css['quiet']}>{t('capa.none')}</p>}
      <ul className={css['rows']}>
        {ncr.capas.map(({ id, number, title, status }) => (
          <li key={id} className={css['rowHead']}>
            <Link to={capaPath(id)}>
              {number} <bdi>{title}</bdi>
            </Link>
            <CapaStatusPill status={status} />
          </li>
        ))}
      </ul>
    </Section>
  );
});

const History = observer(function History({ store }: { store: NcrStore }) {
  const t = useTexts();
  const { answer, error, retry } = store.history;
  return (
    <Section title={t('ncr.history')}>
      {!answer && error !== null && <ErrorNotice subject={t('ncr.history')} error={error} onRetry={retry} />}
      <ol className={css['history']}>
        {answer?.steps.map(({ id, what, by, at, note }) => (
          <li key={id}>
            {t(`ncr.happened.${what}`)}
            <span className={css['quiet']}>
              <bdi>{by}</bdi> · {formatDateTime(at)}
            </span>
            {note !== '' && <q dir="auto">{note}</q>}
          </li>
        ))}
      </ol>
    </Section>
  );
});
