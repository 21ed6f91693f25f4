import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { say } from '@sinter/sdk/i18n/said';
import { formatBytes, formatDateTime } from '@sinter/sdk/i18n';
import {
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  StatusPill,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { Change } from '../Change.tsx';
import { Figures } from '../Figures.tsx';
import { reviewPath } from '../paths.ts';
import { Rights } from '../Rights.tsx';
import { TierPill } from '../Tier.tsx';
import { StatePill } from './StatePill.tsx';
import { SubmissionStore, type Detail } from './SubmissionStore.ts';
import css from '../marketplace.module.css';

const Decision = lazy(() => import('./Decision.tsx'));

export default function SubmissionPage() {
  const { id = '' } = useParams();
  return <SubmissionRoom key={id} packageId={Number(id)} />;
}

const SubmissionRoom = observer(function SubmissionRoom({ packageId }: { packageId: number }) {
  const t = useTexts();
  const store = useStore((host) => new SubmissionStore(host, packageId));
  const { answer: detail, error, retry } = store.reading;
  const review = { text: t('page.review'), to: reviewPath };
  const title = detail ? `${detail.title} ${detail.version}` : review.text;
  if (!detail)
    return (
      <Page title={title} breadcrumbs={[review]}>
        {error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />}
      </Page>
    );
  return (
    <Page
      title={title}
      breadcrumbs={[review, { text: title }]}
      width="normal"
      extra={<StatePill state={detail.state} />}
      actions={store.possible.map((decision) => (
        <LightButton
          key={decision}
          kind={decision === 'block' || decision === 'reject' ? 'danger' : 'primary'}
          onClick={() => store.decide(decision)}
        >
          {t(`decide.${decision}`)}
        </LightButton>
      ))}
    >
      {detail.problem !== null && (
        <p role="alert" className={css['problem']}>
          {say(detail.problem.message, detail.problem.said)}
        </p>
      )}
      {detail.reason !== null && (
        <p className={css['changes']}>
          <bdi>{detail.reason}</bdi>
        </p>
      )}
      <Facts detail={detail} />
      <Check detail={detail} />
      <Section title={t('rights.title')}>
        <Rights wishes={detail.scopes} label={t('rights.title')} />
      </Section>
      <Section
        title={
          detail.difference.from === null
            ? t('difference.first')
            : t('difference.title', { version: detail.difference.from })
        }
      >
        {detail.changes !== '' && (
          <p className={css['changes']}>
            <bdi>{detail.changes}</bdi>
          </p>
        )}
        <Change difference={detail.difference} />
        <Files store={store} detail={detail} />
      </Section>
      {store.figures.answer && <Figures {...store.figures.answer} />}
      {store.deciding !== null && (
        <Suspense fallback={null}>
          <Decision store={store} detail={detail} deciding={store.deciding} />
        </Suspense>
      )}
    </Page>
  );
});

function Facts({ detail }: { detail: Detail }) {
  const t = useTexts();
  const { id, publisher, keyId, tier, bytes, submittedAt, submittedBy, reviewedAt, reviewedBy, installs, rollout } =
    detail;
  return (
    <dl className={css['facts']}>
      <dt>{t('review.id')}</dt>
      <dd>
        <bdi>{id}</bdi>
      </dd>
      <dt>{t('app.publisher')}</dt>
      <dd>
        <bdi>{publisher.name}</bdi>
      </dd>
      <dt>{t('review.signature')}</dt>
      <dd>{keyId === null ? t('review.unsigned') : <code>{keyId}</code>}</dd>
      <dt>{t('app.trust')}</dt>
      <dd>
        <TierPill tier={tier} />
      </dd>
      <dt>{t('review.size')}</dt>
      <dd>{formatBytes(bytes)}</dd>
      <dt>{t('review.submitted')}</dt>
      <dd>{t('review.byOn', { name: submittedBy, date: formatDateTime(submittedAt) })}</dd>
      {reviewedAt !== null && (
        <>
          <dt>{t('review.reviewed')}</dt>
          <dd>{t('review.byOn', { name: reviewedBy ?? '–', date: formatDateTime(reviewedAt) })}</dd>
        </>
      )}
      {detail.state === 'PUBLISHED' && (
        <>
          <dt>{t('review.rollout')}</dt>
          <dd>{t('review.rollout.share', { percent: rollout.percent, count: installs })}</dd>
        </>
      )}
    </dl>
  );
}

function Check({ detail: { report } }: { detail: Detail }) {
  const t = useTexts();
  return (
    <Section title={t('review.check')}>
      {report.length === 0 ? (
        <p>{t('check.clean')}</p>
      ) : (
        <ul className={css['rights']} aria-label={t('review.check')}>
          {report.map(({ level, file, message, said }) => (
            <li key={`${level} ${file} ${message}`}>
              <span className={css['row']}>
                <StatusPill tone={level === 'ERROR' ? 'red' : 'amber'}>{t(`check.${level}`)}</StatusPill>
                {say(message, said)}
              </span>
              {file !== '' && <code>{file}</code>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The files that differ; a text is read beside the one before. */
const Files = observer(function Files({ store, detail }: { store: SubmissionStore; detail: Detail }) {
  const t = useTexts();
  const { file } = store;
  const opened = file.last?.asked;
  return (
    <>
      <ul className={css['files']} aria-label={t('difference.files')}>
        {detail.difference.files.map(({ path, change, after }) => (
          <li key={path}>
            <button type="button" aria-pressed={opened === path} onClick={() => file.ask(path)}>
              <bdi>{path}</bdi>
            </button>{' '}
            <span className={css['quiet']}>{`${t(`file.${change}`)} · ${formatBytes(after)}`}</span>
          </li>
        ))}
      </ul>
      {opened !== undefined && file.error !== null && (
        <ErrorNotice subject={opened} error={file.error} onRetry={file.retry} />
      )}
      {opened !== undefined && file.answer && (
        <div className={css['code']}>
          {file.answer.before !== null && (
            <div>
              <h3>{t('file.before')}</h3>
              <pre dir="ltr" aria-label={t('file.before')}>
                {file.answer.before}
              </pre>
            </div>
          )}
          <div>
            <h3>{t('file.after')}</h3>
            <pre dir="ltr" aria-label={t('file.after')}>
              {file.answer.after ?? t('file.noText')}
            </pre>
          </div>
        </div>
      )}
    </>
  );
});
