import { observer } from 'mobx-react-lite';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { formatPercent } from '@sinter/sdk/i18n';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { stateTones } from '../states.ts';
import { Alarm } from './Alarm.tsx';
import { factsOf } from './facts.ts';
import { MachineActions, type MachineActionsProps } from './MachineActions.tsx';
import css from './wall.module.css';

/** One machine: state in color and word, what it builds and how far, and what somebody has to do. */
export const Tile = observer(function Tile({ store, machine, mayAct }: MachineActionsProps) {
  const t = useTexts();
  const { name, state, print, alarm, progress, type, plateFull } = machine;
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
      {alarm && <Alarm alarm={alarm} />}
      {plateFull && <p className={css['plate']}>{t('wall.plateFull')}</p>}
      <MachineActions store={store} machine={machine} mayAct={mayAct} />
    </li>
  );
});

function Facts({ machine }: { machine: LiveMachine }) {
  const t = useTexts();
  const facts = factsOf(machine, t);
  if (facts.length === 0) return null;
  return (
    <dl>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
