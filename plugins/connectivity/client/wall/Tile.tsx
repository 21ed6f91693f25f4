import { observer } from 'mobx-react-lite';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatDateTime, formatDuration, formatNumber, formatPercent } from '@sinter/sdk/i18n';
import { LightButton, StatusPill, useTexts } from '@sinter/sdk/ui';
import { stateTones } from '../states.ts';
import type { WallStore } from './WallStore.ts';
import css from './wall.module.css';

interface TileProps {
  store: WallStore;
  machine: LiveMachine;
  mayAct: boolean;
}

/** One machine: state in color and word, what it builds and how far, and what somebody has to do. */
export const Tile = observer(function Tile({ store, machine, mayAct }: TileProps) {
  const t = useTexts();
  const { name, state, print, alarm, progress, type, plateFull } = machine;
  const busy = store.acting.doing?.[1].id === machine.id;
  return (
    <li className={css['tile']} data-tone={stateTones[state]}>
      <header>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <StatusPill tone={stateTones[state]}>{t(`state.${state}`)}</StatusPill>
      </header>
      {type === 'SIMULATOR' && <p className={css['badge']}>{t('wall.simulator')}</p>}
      {print && (
        <p className={css['job']}>
          <bdi>{print.job?.name ?? print.name}</bdi>
          {!print.job && <span>{t('wall.noJob')}</span>}
        </p>
      )}
      {print && progress !== null && (
        <div className={css['progress']}>
          <progress max={1} value={progress} aria-label={t('wall.progressOf', { machine: name })} />
          <strong>{formatPercent(progress, 0)}</strong>
        </div>
      )}
      <Facts machine={machine} />
      {alarm && (
        <p className={css['alarm']} role={alarm.open ? 'alert' : undefined}>
          <strong>
            <bdi>{alarm.text || alarm.code}</bdi>
          </strong>
          <span>{formatDateTime(alarm.at)}</span>
          {!alarm.open && <span>{t('alarm.seen')}</span>}
        </p>
      )}
      {plateFull && <p className={css['plate']}>{t('wall.plateFull')}</p>}
      <p className={css['actions']}>
        {mayAct && alarm?.open && (
          <LightButton
            size="small"
            loading={busy}
            aria-label={t('wall.acknowledgeOf', { machine: name })}
            onClick={() => void store.acting.run('acknowledge', machine)}
          >
            {t('wall.acknowledge')}
          </LightButton>
        )}
        {mayAct && print && !print.job && machine.equipmentId !== null && (
          <LightButton
            size="small"
            aria-label={t('wall.linkOf', { machine: name })}
            onClick={() => store.link(machine)}
          >
            {t('wall.link')}
          </LightButton>
        )}
        {mayAct && plateFull && (
          <LightButton
            size="small"
            loading={busy}
            aria-label={t('wall.clearOf', { machine: name })}
            onClick={() => void store.acting.run('clear', machine)}
          >
            {t('wall.clear')}
          </LightButton>
        )}
        <LightButton
          size="small"
          aria-label={t('wall.historyOf', { machine: name })}
          onClick={() => store.open(machine.id)}
        >
          {t('wall.history')}
        </LightButton>
      </p>
    </li>
  );
});

function Facts({ machine }: { machine: LiveMachine }) {
  const t = useTexts();
  const { layer, layers, secondsLeft, temperatures, material, seenAt, state } = machine;
  const facts: [label: string, value: string][] = [];
  if (layer !== null) {
    const known = { layer: formatNumber(layer), layers: formatNumber(layers ?? 0) };
    facts.push([t('wall.layer'), layers === null ? known.layer : t('wall.layerOf', known)]);
  }
  if (secondsLeft !== null) facts.push([t('wall.left'), formatDuration(Math.ceil(secondsLeft / 60))]);
  for (const { name, actual, target } of temperatures.slice(0, 3)) {
    const now = { actual: formatNumber(actual, 0), target: formatNumber(target ?? 0, 0) };
    facts.push([name, t(target === null || target === 0 ? 'wall.degrees' : 'wall.degreesOf', now)]);
  }
  if (material !== null) facts.push([t('wall.material'), material]);
  if (state === 'OFFLINE' && seenAt !== null) facts.push([t('wall.seen'), formatDateTime(seenAt)]);
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
