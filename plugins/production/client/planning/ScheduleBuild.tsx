import { observer } from 'mobx-react-lite';
import { schedulePlannedBuild, type PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { useStore, useTexts } from '@sinter/sdk/ui';
import { ScheduleDrawer } from '../schedule/ScheduleDrawer.tsx';
import { SlotStore } from '../schedule/SlotStore.ts';
import type { PlanningStore } from './PlanningStore.ts';
import css from './planning.module.css';

interface ScheduleProps {
  store: PlanningStore;
  build: PlannedBuild;
}

/** Makes a planned build a job. */
export const ScheduleBuild = observer(function ScheduleBuild({ store, build }: ScheduleProps) {
  const t = useTexts();
  const { id, name, version, machine, material, pieces, arrangement } = build;
  const arranged = arrangement?.current === true;
  const close = () => store.show(null);
  const schedule = useStore(
    (host) =>
      new SlotStore(host, {
        ...{ machineId: machine.id, materialId: material.id, name, hours: arranged ? arrangement.hours : null },
        plan: (job) => host.api.call(schedulePlannedBuild, { params: { id }, body: { ...job, version } }),
        onDone: () => {
          store.renew();
          close();
        },
        onFailed: store.renew,
      }),
  );
  return (
    <ScheduleDrawer schedule={schedule} title={t('plan.schedule.title', { name })} suggested={name} onClose={close}>
      <p>
        {machine.name} · {material.name} · {t('board.pieces', { count: pieces })}
      </p>
      {!arranged && <p className={css['warn']}>{t('plan.schedule.notArranged')}</p>}
    </ScheduleDrawer>
  );
});
