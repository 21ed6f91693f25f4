import { observer } from 'mobx-react-lite';
import type { PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { plateViewer } from '@sinter/sdk/contract/preparation/plateViewer';
import { callAddress } from '@sinter/sdk/contract/callAddress';
import { nestedBuildContent } from '@sinter/sdk/contract/production/nesting';
import { say } from '@sinter/sdk/i18n/said';
import { formatDuration, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import {
  DueMarker,
  LightButton,
  ProgressLine,
  StatusPill,
  useOpens,
  useSlot,
  useTexts,
  type Tone,
} from '@sinter/sdk/ui';
import { DropPanel } from '@sinter/sdk/ui/lists';
import { platformsPath } from '../paths.ts';
import { dropped } from './dragging.ts';
import { BuildPieces } from './BuildPieces.tsx';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

interface CardProps {
  store: PlanningStore;
  build: PlannedBuild;
}

/** How far a build is planned. */
type Stand = 'ARRANGING' | 'NEW' | 'STALE' | 'UNPLACED' | 'READY';
const tones: Record<Stand, Tone> = {
  ARRANGING: 'blue',
  NEW: 'grey',
  STALE: 'amber',
  UNPLACED: 'amber',
  READY: 'green',
};

function standOf({ arrangement, arranging }: PlannedBuild): Stand {
  if (arranging?.state === 'WAITING') return 'ARRANGING';
  if (!arrangement) return 'NEW';
  if (!arrangement.current) return 'STALE';
  return arrangement.unplaced > 0 ? 'UNPLACED' : 'READY';
}

export const BuildCard = observer(function BuildCard({ store, build }: CardProps) {
  const t = useTexts();
  const { id, name, locked, machine, material, pieces, parts, short, arrangement, arranging } = build;
  const stand = standOf(build);
  const opened = store.opened === id;
  const drawn = useSlot(plateViewer).length > 0;
  const failed = arranging?.state === 'FAILED' ? arranging.failure : null;
  return (
    <li className={css['card']} ref={dropped(store, id)} data-over={store.over === id} aria-label={name}>
      <header>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span className={css['marks']}>
          <StatusPill tone={tones[stand]}>{t(`plan.stand.${stand}`)}</StatusPill>
          {locked && <StatusPill tone="grey">{t('plan.locked')}</StatusPill>}
          {build.late && <StatusPill tone="red">{t('card.late')}</StatusPill>}
          <DueMarker date={build.dueAt} />
        </span>
      </header>
      <p className={css['quiet']}>
        {machine.name} · {material.name}
      </p>
      <dl>
        <Figure label={t('plan.pieces')} value={formatNumber(pieces)} />
        <Figure label={t('plan.different')} value={formatNumber(parts)} />
        {arrangement && (
          <>
            <Figure label={t('plan.utilisation')} value={formatPercent(arrangement.utilisation, 1)} />
            <Figure label={t('plan.height')} value={`${formatNumber(Math.round(arrangement.heightMm * 10) / 10)} mm`} />
            {arrangement.hours !== null && (
              <Figure label={t('plan.time')} value={formatDuration(Math.round(arrangement.hours * 60))} />
            )}
            {arrangement.grams !== null && (
              <Figure label={t('plan.material')} value={`${formatNumber(Math.round(arrangement.grams))} g`} />
            )}
          </>
        )}
      </dl>
      {arranging?.state === 'WAITING' && <Arranging store={store} build={build} />}
      {failed && <p role="alert">{say(failed.message, failed.said)}</p>}
      {short > 0 && <p className={css['warn']}>{t('plan.short', { count: short })}</p>}
      {stand === 'STALE' && <p className={css['warn']}>{t('plan.stale')}</p>}
      {stand === 'UNPLACED' && (
        <p className={css['warn']}>{t('plan.unplaced', { count: arrangement?.unplaced ?? 0 })}</p>
      )}
      <p role="alert">{store.problemAt(id)}</p>
      <footer>
        <LightButton size="small" aria-expanded={opened} onClick={() => store.open(opened ? null : id)}>
          {t(opened ? 'plan.piecesHide' : 'plan.piecesShow')}
        </LightButton>
        {stand !== 'ARRANGING' && (
          <LightButton
            size="small"
            kind={stand === 'READY' ? 'default' : 'primary'}
            disabled={store.arranges || pieces === 0}
            title={store.arranges ? t('plan.oneArranging') : undefined}
            onClick={() => void store.arrange(build)}
          >
            {t('plan.arrange')}
          </LightButton>
        )}
        {arrangement && drawn && (
          <LightButton size="small" onClick={() => store.show({ what: 'plate', id })}>
            {t('plan.plate')}
          </LightButton>
        )}
        {arrangement && (
          <a
            className={css['file']}
            href={callAddress(nestedBuildContent, { params: { id: arrangement.nestingId, number: 1 } })}
            download
          >
            {t('plan.3mf')}
          </a>
        )}
        <LightButton
          size="small"
          kind={stand === 'READY' ? 'primary' : 'default'}
          disabled={stand === 'ARRANGING'}
          onClick={() => store.show({ what: 'schedule', id })}
        >
          {t('plan.schedule')}
        </LightButton>
        <More store={store} build={build} />
      </footer>
      {opened && <BuildPieces store={store} build={build} />}
    </li>
  );
});

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const Arranging = observer(function Arranging({ store, build }: CardProps) {
  const t = useTexts();
  const { arranging } = build;
  if (!arranging) return null;
  return (
    <div className={css['arranging']}>
      <ProgressLine
        label={t('plan.arranging')}
        value={arranging.share}
        {...(arranging.secondsLeft !== null && { secondsLeft: arranging.secondsLeft })}
      />
      {arranging.mine && (
        <>
          <LightButton size="small" onClick={() => void store.stopArranging(build, 'cancel')}>
            {t('plan.cancel')}
          </LightButton>
          {/* Before that there may be none. */}
          {arranging.share > 0.1 && (
            <LightButton size="small" onClick={() => void store.stopArranging(build, 'finish')}>
              {t('plan.takeBest')}
            </LightButton>
          )}
        </>
      )}
    </div>
  );
});

const More = observer(function More({ store, build }: CardProps) {
  const t = useTexts();
  const keeps = useOpens()(platformsPath);
  const alike = store.list.filter(
    ({ id, locked, process, material }) =>
      id !== build.id && !locked && process.id === build.process.id && material.id === build.material.id,
  );
  return (
    <DropPanel label={t('plan.more')} small>
      {(close) => {
        const item = (label: string, act: () => void) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => {
                close();
                act();
              }}
            >
              <bdi>{label}</bdi>
            </button>
          </li>
        );
        return (
          <ul className={css['menu']}>
            {build.arrangement && keeps && item(t('plan.keep'), () => store.show({ what: 'keep', id: build.id }))}
            {item(t(build.locked ? 'plan.unlock' : 'plan.lock'), () => void store.lock(build))}
            {!build.locked && (
              <>
                {item(t('plan.edit'), () => store.show({ what: 'edit', id: build.id }))}
                {alike.map((into) =>
                  item(t('plan.mergeInto', { name: into.name }), () => void store.merge(build, into)),
                )}
                {item(t('plan.discard'), () => void store.discard(build))}
              </>
            )}
          </ul>
        );
      }}
    </DropPanel>
  );
});
