import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { isKiosk } from '@sinter/sdk/auth';
import type { LotDetail } from '@sinter/sdk/contract/production/lots';
import { lotActions, lotSections, type LotSlotProps } from '@sinter/sdk/contract/production/lotSlots';
import { lotLabel, lotTraveller } from '@sinter/sdk/contract/production/travellers';
import {
  ErrorNotice,
  LightButton,
  Loading,
  Page,
  Slot,
  StatusPill,
  useLocation,
  useParams,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { KioskBar } from '../kiosk/KioskBar.tsx';
import { OfflineBar } from '../offline/OfflineBar.tsx';
import { workCenterPath } from '../paths.ts';
import { Facts } from './Facts.tsx';
import { chosenStep, LotStore } from './LotStore.ts';
import { Step } from './Step.tsx';
import { Steps } from './Steps.tsx';
import css from './lot.module.css';

const Conflicts = lazy(() => import('../offline/Conflicts.tsx'));
const LotTags = lazy(() => import('./LotTags.tsx'));
const Lineage = lazy(() => import('./Lineage.tsx'));
const Panels = lazy(() => import('./Panels.tsx'));

export default function LotPage() {
  const { id = '' } = useParams();
  return <Lot key={id} id={Number(id)} />;
}

/** A lot with its steps, and the one that is worked on. */
const Lot = observer(function Lot({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore((host) => new LotStore(host, id));
  const { search } = useLocation();
  const { lot, question } = store;
  const title = t('lot.named', { number: lot?.number ?? String(id) });
  const crumbs = [{ text: t('page.workCenter'), to: workCenterPath }, { text: title }];
  if (!lot) {
    return (
      <Page title={title} breadcrumbs={crumbs}>
        {question.error === null ? (
          <Loading />
        ) : (
          <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />
        )}
      </Page>
    );
  }
  const step = chosenStep(lot, search);
  const told = toldOf(lot, step?.position ?? null);
  const conflicts = store.offline.of(id).filter(({ refusal }) => refusal !== null);
  return (
    <Page
      title={title}
      breadcrumbs={crumbs}
      extra={lot.state !== 'OPEN' && <StatusPill tone="grey">{t(`lot.state.${lot.state}`)}</StatusPill>}
      actions={<Tools store={store} lot={lot} />}
    >
      <KioskBar kiosk={store.offline.kiosk} />
      <OfflineBar offline={store.offline} />
      {store.offline.needsLine && lot.state === 'OPEN' && (
        <p className={css['needsLine']} role="note">
          {t('lot.needsLine')}
        </p>
      )}
      {conflicts.length > 0 && question.answer && (
        <Suspense fallback={null}>
          <Conflicts store={store} conflicts={conflicts} server={question.answer} />
        </Suspense>
      )}
      <Facts lot={lot} />
      {lot.heldFor !== null && (
        <div className={css['held']} role="status">
          <strong>{t('lot.held')}</strong> <bdi>{lot.heldFor}</bdi>
        </div>
      )}
      <div className={css['work']}>
        <Steps lot={lot} chosen={step?.position ?? null} staged={store.staged} />
        {step && <Step key={step.position} store={store} lot={lot} step={step} />}
      </div>
      {/* What comes later stands below: above, it would move a button away from the finger that is about to press it. */}
      <div className={css['beside']}>
        {lot.state === 'OPEN' && (
          <div className={css['tools']}>
            <Slot name={lotActions} props={told} whileLoading={null} />
          </div>
        )}
        <Slot name={lotSections} props={told} whileLoading={null} />
        <Suspense fallback={null}>
          <LotTags lot={lot} onChange={question.refresh} />
        </Suspense>
      </div>
      {lot.from.length + lot.to.length > 0 && (
        <Suspense fallback={null}>
          <Lineage lot={lot} />
        </Suspense>
      )}
      {store.panel !== null && step && (
        <Suspense fallback={null}>
          <Panels store={store} lot={lot} step={step} panel={store.panel} />
        </Suspense>
      )}
    </Page>
  );
});

/** What plugins are told of it. */
const toldOf = ({ id, number, part, quantity }: LotDetail, position: number | null): LotSlotProps => ({
  lot: { id, number, part, quantity },
  position,
});

interface ToolsProps {
  store: LotStore;
  lot: LotDetail;
}

const Tools = observer(function Tools({ store, lot }: ToolsProps) {
  const t = useTexts();
  const { api, user } = usePlugin();
  const held = lot.heldFor !== null;
  return (
    <div className={css['tools']}>
      {lot.state === 'OPEN' && (
        <>
          <LightButton
            loading={store.releasing.busy}
            onClick={() => (held ? void store.releasing.run() : store.open('hold'))}
          >
            {t(held ? 'lot.release' : 'lot.hold')}
          </LightButton>
          <LightButton onClick={() => store.open('split')}>{t('split')}</LightButton>
          <LightButton onClick={() => store.open('merge')}>{t('merge')}</LightButton>
        </>
      )}
      <LightButton onClick={() => store.open('moves')}>{t('moves')}</LightButton>
      {!isKiosk(user) && (
        <>
          <a href={api.href(lotTraveller, { query: { lotId: lot.id } })} target="_blank" rel="noopener">
            {t('lot.traveler')}
          </a>
          <a href={api.href(lotLabel, { query: { lotId: lot.id } })} target="_blank" rel="noopener">
            {t('lot.label')}
          </a>
        </>
      )}
      {store.asksLists && <LightButton onClick={() => store.open('answers')}>{t('answers.title')}</LightButton>}
    </div>
  );
});
