import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import {
  inspectionPlanKind,
  readInspectionPlan,
  switchInspectionPlan,
  type InspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, on, Question } from '@sinter/sdk/state';
import {
  EmptyState,
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Section,
  useNavigate,
  useParams,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import type { PlanAnswer } from './planAnswer.ts';
import { planPath, plansPath } from './paths.ts';
import { PlanPill } from './PlansPage.tsx';
import { limitsText } from './words.tsx';
import css from './inspection.module.css';

const PlanEditor = lazy(() => import('./PlanEditor.tsx'));
const NewPlan = lazy(() => import('./NewPlan.tsx'));
const Charts = lazy(() => import('./Charts.tsx'));

class PlanStore {
  readonly question: Question<void, PlanAnswer>;
  readonly switching: Action<[boolean], unknown>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    const params = { id };
    this.question = new Question<void, PlanAnswer>(host, {
      ask: (_, signal) => host.api.call(readInspectionPlan, { params }, { signal }),
      failed: 'the inspection plan could not be read',
      refreshOn: [on(settingChanged, ({ kind, elementId }) => kind === inspectionPlanKind && elementId === String(id))],
    });
    this.switching = new Action<[boolean], unknown>(host, {
      run: (enabled) => host.api.call(switchInspectionPlan, { params, body: { enabled } }),
      onDone: () => this.question.refresh(),
      failed: 'the inspection plan was not switched',
      toast: true,
    });
  }

  start(): Dispose {
    return this.question.start();
  }
}

export default function PlanPage() {
  const { id = '' } = useParams();
  return <One key={id} id={Number(id)} />;
}

/** One plan: its draft for who edits plans, as released for everybody else, and what was measured by it. */
const One = observer(function One({ id }: { id: number }) {
  const t = useTexts();
  const navigate = useNavigate();
  const store = useStore((host) => new PlanStore(host, id));
  const [copying, setCopying] = useState(false);
  const { answer, error, retry } = store.question;
  const title = answer?.row.name ?? t('page.inspectionPlan');
  const crumbs = [{ text: t('page.inspectionPlans'), to: plansPath }, { text: title }];
  if (!answer) {
    return (
      <Page title={title} breadcrumbs={crumbs}>
        {error === null ? <Loading /> : <ErrorNotice subject={title} error={error} onRetry={retry} />}
      </Page>
    );
  }
  const { row, released, mayEdit } = answer;
  return (
    <Page
      title={title}
      breadcrumbs={crumbs}
      extra={<PlanPill row={row} />}
      actions={
        mayEdit && (
          <>
            <LightButton onClick={() => setCopying(true)}>{t('plan.copy')}</LightButton>
            <LightButton loading={store.switching.busy} onClick={() => void store.switching.run(!row.enabled)}>
              {t(row.enabled ? 'plan.turnOff' : 'plan.turnOn')}
            </LightButton>
          </>
        )
      }
    >
      {mayEdit ? (
        <Suspense fallback={<Loading />}>
          <PlanEditor id={id} known={answer} />
        </Suspense>
      ) : row.version === 0 ? (
        <EmptyState title={t('plan.notReleased')} text={t('plan.notReleased.text')} />
      ) : (
        <Released plan={released} />
      )}
      {row.version > 0 && (
        <Suspense fallback={<Loading />}>
          <Charts id={id} plan={released} />
        </Suspense>
      )}
      {copying && (
        <Suspense fallback={null}>
          <NewPlan copyOf={id} onClose={() => setCopying(false)} onAdded={(added) => navigate(planPath(added))} />
        </Suspense>
      )}
    </Page>
  );
});

function Released({ plan: { characteristics } }: { plan: InspectionPlan }) {
  const t = useTexts();
  return (
    <Section title={t('plan.characteristics')}>
      <ul className={css['values']}>
        {characteristics.map((each) => (
          <li key={each.key}>
            <strong>
              {each.number} <bdi>{each.name}</bdi>
            </strong>
            <bdi>{limitsText(each, t)}</bdi>
            <bdi className={css['quiet']}>{each.method}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}
