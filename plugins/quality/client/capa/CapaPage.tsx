import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { type Capa } from '@sinter/sdk/contract/quality/capas';
import { capaHeadings } from '@sinter/sdk/contract/quality/capaTemplates';
import { capaStatusSchema } from '@sinter/sdk/contract/quality/capaStatus';
import { formatDate, formatDateTime } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import {
  ConfirmDialog,
  ErrorNotice,
  LightButton,
  Link,
  LinkButton,
  Loading,
  Page,
  Section,
  StatusPill,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { NcrStatusPill } from '../ncr/words.tsx';
import { capasPath, ncrPath } from '../paths.ts';
import { CapaStore } from './CapaStore.ts';
import { Tasks } from './Tasks.tsx';
import { CapaStatusPill, Due } from './words.tsx';
import css from '../ncr/ncr.module.css';
import own from './capa.module.css';

const Beside = lazy(() => import('./Beside.tsx'));

/** One corrective or preventive action, from the problem to the proof that it does not come back. */
export default function CapaPage() {
  const id = Number(useParams()['id']);
  return <Shown key={id} id={id} />;
}

interface CapaProps {
  store: CapaStore;
  capa: Capa;
}

const Shown = observer(function Shown({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new CapaStore(host, id));
  const { answer, error, retry } = store.reading;
  const title = answer ? `${answer.number} ${answer.title}` : t('page.capa');
  const { removing } = store;
  return (
    <Page
      title={title}
      breadcrumbs={[{ text: t('page.capas'), to: capasPath }, { text: answer?.number ?? t('page.capa') }]}
      extra={answer && <CapaStatusPill status={answer.status} />}
      actions={answer && <Actions store={store} capa={answer} />}
    >
      {!answer && (error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />)}
      {answer && (
        <>
          <Missing capa={answer} />
          <div className={css['columns']}>
            <div className={css['column']}>
              <Facts capa={answer} />
              <Tasks store={store} capa={answer} />
              <Analysis store={store} capa={answer} />
            </div>
            <div className={css['column']}>
              <Checks capa={answer} />
              <Ncrs store={store} capa={answer} />
              <History capa={answer} />
            </div>
          </div>
        </>
      )}
      {answer && store.beside && (
        <Suspense fallback={null}>
          <Beside store={store} capa={answer} beside={store.beside} people={store.people.answer ?? []} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing !== null}
        title={removing?.task ? t('capa.task.remove.ask', { name: removing.task.title }) : t('capa.remove.ask')}
        yes={t('capa.task.remove')}
        no={t('passport.cancel')}
        danger
        onAnswer={(yes) => {
          store.askRemoval(null);
          if (yes && removing) void store.removal.run(removing);
        }}
      />
    </Page>
  );
});

const Actions = observer(function Actions({ store, capa }: CapaProps) {
  const t = useTexts();
  const { allowed, missing, mayEdit, status } = capa;
  const ready = allowed.filter((event) => event === 'FAIL' || missing.length === 0);
  return (
    <>
      {mayEdit && <LightButton onClick={() => store.open({ what: 'change' })}>{t('capa.change')}</LightButton>}
      {status === 'DRAFT' && (
        <LightButton onClick={() => store.askRemoval({ task: null })}>{t('capa.remove')}</LightButton>
      )}
      {ready.map((event) => (
        <LightButton
          key={event}
          {...(event === 'FAIL' ? {} : { kind: 'primary' as const })}
          disabled={store.firing.busy}
          onClick={() =>
            event === 'OPEN' || event === 'BEGIN' ? void store.firing.run(event) : store.open({ what: event })
          }
        >
          {t(`capa.event.${event}`)}
        </LightButton>
      ))}
    </>
  );
});

/** What the next step waits for. */
function Missing({ capa: { allowed, missing, checkOn } }: { capa: Capa }) {
  const t = useTexts();
  const [next] = allowed.filter((event) => event !== 'FAIL');
  if (!next || missing.length === 0) return null;
  const by = missing.map((each) => t(`capa.missing.${each}`, { date: formatDate(checkOn) })).join(', ');
  return (
    <ul className={css['blocked']}>
      <li>{t('ncr.blocked', { event: t(`capa.event.${next}`), by })}</li>
    </ul>
  );
}

function Facts({ capa }: { capa: Capa }) {
  const t = useTexts();
  const facts = [
    ['type', t(`capa.type.${capa.type}`)],
    ['source', t(`capa.source.${capa.source}`)],
    ['method', t(`capa.method.${capa.method}`)],
    ['owner', capa.owner?.name ?? '–'],
    ['created', [formatDateTime(capa.createdAt), capa.createdBy].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <Section title={t('capa.problem')}>
      {capa.problem === '' ? (
        <p className={css['quiet']}>{t('capa.problem.none')}</p>
      ) : (
        <p dir="auto" className={css['text']}>
          {capa.problem}
        </p>
      )}
      <dl className={css['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`capa.${key}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('capa.due')}</dt>
          <dd>
            <Due on={capa.dueOn} over={capa.status === 'CLOSED'} />
            {capa.overdue && <StatusPill tone="red">{t('capa.overdue')}</StatusPill>}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

const Analysis = observer(function Analysis({ store, capa }: CapaProps) {
  const t = useTexts();
  return (
    <Section
      title={t(`capa.method.${capa.method}`)}
      actions={
        capa.mayEdit && (
          <LightButton aria-label={t('capa.analysis.edit')} onClick={() => store.open({ what: 'analysis' })}>
            {t('capa.change')}
          </LightButton>
        )
      }
    >
      <dl className={own['headings']}>
        {capaHeadings[capa.method].map((heading) => (
          <div key={heading}>
            <dt>
              {t(`capa.heading.${heading}`)}
              {capa.questions[heading] && <span className={own['question']}>{capa.questions[heading]}</span>}
            </dt>
            <dd dir={capa.analysis[heading] ? 'auto' : undefined}>{capa.analysis[heading] || '–'}</dd>
          </div>
        ))}
        <div className={own['cause']}>
          <dt>{t('capa.rootCause')}</dt>
          <dd dir={capa.rootCause ? 'auto' : undefined}>{capa.rootCause || '–'}</dd>
        </div>
      </dl>
    </Section>
  );
});

/** Each time its effect was looked at. */
function Checks({ capa: { checks, checkOn, status } }: { capa: Capa }) {
  const t = useTexts();
  return (
    <Section title={t('capa.checks')}>
      {status === 'VERIFICATION' && checkOn !== null && (
        <p>
          {t('capa.checkOn')}: <Due on={checkOn} over={false} />
        </p>
      )}
      {checks.length === 0 && checkOn === null && <p className={css['quiet']}>{t('capa.checks.none')}</p>}
      <ol className={css['history']}>
        {checks.map(({ effective, note, by, at }) => (
          <li key={at}>
            <span>
              <StatusPill tone={effective ? 'green' : 'red'}>
                {t(effective ? 'capa.effective' : 'capa.ineffective')}
              </StatusPill>
            </span>
            <span className={css['quiet']}>
              <bdi>{by}</bdi> {formatDateTime(at)}
            </span>
            <q dir="auto">{note}</q>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const Ncrs = observer(function Ncrs({ store, capa }: CapaProps) {
  const t = useTexts();
  const { ncrs, mayEdit } = capa;
  return (
    <Section
      title={t('capa.ncrs')}
      actions={mayEdit && <LightButton onClick={() => store.open({ what: 'ncr' })}>{t('capa.ncrs.link')}</LightButton>}
    >
      {ncrs.length === 0 && <p className={css['quiet']}>{t('capa.ncrs.none')}</p>}
      <ul className={own['links']} aria-label={t('capa.ncrs')}>
        {ncrs.map(({ id, number, title, status }) => (
          <li key={id}>
            <Link to={ncrPath(id)}>
              {number} <bdi>{title}</bdi>
            </Link>
            <NcrStatusPill status={status} />
            {mayEdit && (
              <LinkButton
                aria-label={t('capa.ncrs.unlink.named', { number })}
                onClick={() => void store.unlinking.run(id)}
              >
                {t('capa.ncrs.unlink')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
});

type Happening = Capa['history'][number];

const happened = (t: PluginHost['t'], { what, subject }: Happening): string => {
  const status = capaStatusSchema.safeParse(subject);
  return t(`capa.happened.${what}`, {
    subject: what === 'MOVED' && status.success ? t(`capa.status.${status.data}`) : subject,
  });
};

function History({ capa: { history } }: { capa: Capa }) {
  const t = useTexts();
  return (
    <Section title={t('capa.history')}>
      <ol className={css['history']}>
        {history.map((step, index) => (
          <li key={`${step.at} ${index}`}>
            <span dir="auto">{happened(t, step)}</span>
            <span className={css['quiet']}>
              <bdi>{step.by}</bdi> {formatDateTime(step.at)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
