import { observer } from 'mobx-react-lite';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import type { WallStore } from './WallStore.ts';
import css from './wall.module.css';

export interface MachineActionsProps {
  store: WallStore;
  machine: LiveMachine;
  mayAct: boolean;
}

/** What somebody can do for a machine now. */
export const MachineActions = observer(function MachineActions({ store, machine, mayAct }: MachineActionsProps) {
  const t = useTexts();
  const { name, print, alarm, plateFull } = machine;
  const busy = store.acting.doing?.[1].id === machine.id;
  return (
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
        <LightButton size="small" aria-label={t('wall.linkOf', { machine: name })} onClick={() => store.link(machine)}>
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
  );
});
