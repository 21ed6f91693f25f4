import { observer } from 'mobx-react-lite';
import type { PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, LightInput, messageOf, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { PlanningStore } from './PlanningStore.ts';
import { ScheduleStore } from './ScheduleStore.ts';
import css from './planning.module.css';

interface ScheduleProps {
  store: PlanningStore;
  build: PlannedBuild;
}

/** Makes a planned build a job, at the next time that its machine is free. */
export const ScheduleBuild = observer(function ScheduleBuild({ store, build }: ScheduleProps) {
  const t = useTexts();
  const schedule = useStore(() => new ScheduleStore(store, build));
  const { saving } = schedule;
  const arranged = build.arrangement?.current === true;
  return (
    <SideDrawer
      title={t('plan.schedule.title', { name: build.name })}
      size={460}
      unsaved={schedule.name !== build.name}
      onClose={() => store.show(null)}
      footer={
        <LightButton kind="primary" loading={saving.busy} disabled={!schedule.ready} onClick={() => void saving.run()}>
          {t('plan.schedule.save')}
        </LightButton>
      }
    >
      <div className={css['fields']}>
        <p>
          {build.machine.name} · {build.material.name} · {t('board.pieces', { count: build.pieces })}
        </p>
        {!arranged && <p className={css['warn']}>{t('plan.schedule.notArranged')}</p>}
        <label>
          {t('plan.jobName')}
          <LightInput
            type="text"
            maxLength={200}
            value={schedule.name}
            onChange={({ target }) => schedule.setName(target.value)}
          />
        </label>
        <label>
          {t('plan.hours')}
          <LightInput
            type="text"
            inputMode="numeric"
            value={schedule.hours}
            onChange={({ target }) => schedule.setHours(target.value)}
          />
        </label>
        <Slot schedule={schedule} />
        <p role="alert">{saving.problem}</p>
      </div>
    </SideDrawer>
  );
});

const Slot = observer(function Slot({ schedule }: { schedule: ScheduleStore }) {
  const t = useTexts();
  const { slot, zone } = schedule;
  const { answer } = slot;
  const when = (time: string) => formatDateTime(Number(time), zone.answer ?? undefined);
  return (
    <div className={css['slot']} role="status">
      {slot.state === 'idle' && <p className={css['quiet']}>{t('plan.slot.needs')}</p>}
      {slot.state === 'asking' && <p className={css['quiet']}>{t('plan.slot.looking')}</p>}
      {slot.state === 'failed' && <p>{messageOf(slot.error)}</p>}
      {slot.state === 'answered' && schedule.without !== null && <p>{schedule.without}</p>}
      {slot.state === 'answered' && answer?.fromDate != null && answer.toDate !== null && (
        <>
          <span>{t('plan.slot.next')}</span>
          <strong>
            {when(answer.fromDate)} – {when(answer.toDate)}
          </strong>
          {zone.answer && <span className={css['quiet']}>{zone.answer.replaceAll('_', ' ')}</span>}
        </>
      )}
    </div>
  );
});
