import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, LightInput, messageOf, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { SlotStore } from './SlotStore.ts';
import css from './schedule.module.css';

interface DrawerProps {
  schedule: SlotStore;
  title: string;
  /** The name that is suggested. */
  suggested: string;
  onClose: () => void;
  /** What is built. */
  children: ReactNode;
}

/** Makes a build a job, at the next time that its machine is free. */
export const ScheduleDrawer = observer(function ScheduleDrawer(props: DrawerProps) {
  const { schedule, title, suggested, onClose, children } = props;
  const t = useTexts();
  const { saving } = schedule;
  return (
    <SideDrawer
      title={title}
      size={460}
      unsaved={schedule.name !== suggested}
      onClose={onClose}
      footer={
        <LightButton kind="primary" loading={saving.busy} disabled={!schedule.ready} onClick={() => void saving.run()}>
          {t('plan.schedule.save')}
        </LightButton>
      }
    >
      <div className={css['fields']}>
        {children}
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

const Slot = observer(function Slot({ schedule }: { schedule: SlotStore }) {
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
