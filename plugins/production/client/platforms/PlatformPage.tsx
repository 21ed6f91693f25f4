import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { plateViewer } from '@sinter/sdk/contract/preparation/plateViewer';
import { platformContent, type Platform } from '@sinter/sdk/contract/production/platforms';
import { formatDateTime, formatLength, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import {
  ErrorNotice,
  LightButton,
  LightSelect,
  Loading,
  Page,
  Section,
  Slot,
  useOpens,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { planningPath, platformsPath } from '../paths.ts';
import { Changes } from './Changes.tsx';
import { Jobs } from './Jobs.tsx';
import { PieceTable } from './PieceTable.tsx';
import { PlatformStore } from './PlatformStore.ts';
import css from './platforms.module.css';

const Beside = lazy(() => import('./Beside.tsx'));

/** One machine platform; `?revision=2&from=1` shows an earlier revision, and what is different from another one. */
export default function PlatformPage() {
  const id = Number(useParams()['id']);
  return <Shown key={id} id={id} />;
}

const Shown = observer(function Shown({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new PlatformStore(host, id));
  const { answer, error, retry } = store.reading;
  const title = answer?.name ?? t('platform.title', { id });
  return (
    <Page
      title={title}
      breadcrumbs={[{ text: t('page.platforms'), to: platformsPath }, { text: title }]}
      actions={answer && <Actions store={store} platform={answer} />}
    >
      {!answer && (error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />)}
      {answer && (
        <>
          {store.planning.problem !== null && (
            <p role="alert" className={css['refusal']}>
              {store.planning.problem}
            </p>
          )}
          <Facts platform={answer} />
          <Revisions store={store} platform={answer} />
          <Section title={t('platform.plate')}>
            <Slot
              name={plateViewer}
              props={{
                boxMm: answer.boxMm,
                ...{ parts: store.parts, pieces: store.pieces, picked: store.picked, onPick: store.pick },
                label: t('plan.plate.title', { name: answer.name }),
              }}
            />
          </Section>
          {store.compared !== null && <Changes store={store} />}
          <PieceTable store={store} />
          <Jobs jobs={answer.jobs} />
        </>
      )}
      {answer && store.beside && (
        <Suspense>
          <Beside store={store} platform={answer} beside={store.beside} />
        </Suspense>
      )}
    </Page>
  );
});

const Actions = observer(function Actions({ store, platform }: { store: PlatformStore; platform: Platform }) {
  const t = useTexts();
  const opens = useOpens();
  const { id, shown, hasFile } = platform;
  return (
    <>
      {hasFile && (
        <a className={css['file']} href={callAddress(platformContent, { params: { id, revision: shown } })} download>
          {t('plan.3mf')}
        </a>
      )}
      {store.mayPlan && (
        <>
          <LightButton onClick={() => store.show('rename')}>{t('platform.rename')}</LightButton>
          {opens(planningPath) && (
            <LightButton
              loading={store.planning.busy}
              title={t('platform.plan.hint')}
              onClick={() => void store.planning.run(platform)}
            >
              {t('platform.plan')}
            </LightButton>
          )}
          <LightButton kind="primary" onClick={() => store.show('run')}>
            {t('platform.run')}
          </LightButton>
        </>
      )}
    </>
  );
});

function Facts({ platform }: { platform: Platform }) {
  const t = useTexts();
  const { machine, model, materials, parts, pieces, utilisation, heightMm, source, changedAt, changedBy } = platform;
  const facts = [
    ['machine', `${machine.name} · ${model.name}`],
    ['material', materials.map(({ name }) => name).join(', ') || '–'],
    ['parts', formatNumber(parts)],
    ['pieces', formatNumber(pieces)],
    ['utilisation', formatPercent(utilisation, 1)],
    ['height', formatLength(heightMm)],
    ['source', t(`platforms.source.${source}`)],
    ['changed', [formatDateTime(changedAt), changedBy].filter(Boolean).join(' · ')],
  ] as const;
  return (
    <dl className={css['facts']}>
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`platforms.${key}`)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Revisions = observer(function Revisions({ store, platform }: { store: PlatformStore; platform: Platform }) {
  const t = useTexts();
  const { revisions, shown, hasFile } = platform;
  const nameOf = ({ revision, at, by }: Platform['revisions'][number]) =>
    [t('platform.revision', { number: formatNumber(revision) }), formatDateTime(at), by].filter(Boolean).join(' · ');
  return (
    <div className={`${css['filters']} ${css['revisions']}`}>
      <label>
        {t('platforms.revision')}
        <LightSelect value={shown} onChange={({ target }) => store.choose({ revision: Number(target.value) })}>
          {revisions.map((each) => (
            <option key={each.revision} value={each.revision}>
              {nameOf(each)}
            </option>
          ))}
        </LightSelect>
      </label>
      {revisions.length > 1 && (
        <label>
          {t('platform.compare')}
          <LightSelect
            value={store.compared ?? ''}
            onChange={({ target }) => store.choose({ from: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{t('platform.compare.none')}</option>
            {revisions
              .filter(({ revision }) => revision !== shown)
              .map((each) => (
                <option key={each.revision} value={each.revision}>
                  {nameOf(each)}
                </option>
              ))}
          </LightSelect>
        </label>
      )}
      {!hasFile && <p className={css['quiet']}>{t('platform.noFile')}</p>}
    </div>
  );
});
