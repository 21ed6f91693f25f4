import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { runPlatform, type Platform } from '@sinter/sdk/contract/production/platforms';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightInput, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { ScheduleDrawer } from '../schedule/ScheduleDrawer.tsx';
import { SlotStore } from '../schedule/SlotStore.ts';
import css from '../schedule/schedule.module.css';
import type { PlatformStore } from './PlatformStore.ts';

interface BesideProps {
  store: PlatformStore;
  platform: Platform;
}

/** What is open beside a platform. */
export default function Beside({ beside, ...props }: BesideProps & { beside: 'rename' | 'run' }) {
  return beside === 'rename' ? <Rename {...props} /> : <RunAgain {...props} />;
}

const Rename = observer(function Rename({ store, platform }: BesideProps) {
  const t = useTexts();
  const [name, setName] = useState(platform.name);
  const { renaming } = store;
  return (
    <SideDrawer
      title={t('platform.rename')}
      size={420}
      unsaved={name !== platform.name}
      onClose={() => store.show(null)}
      footer={
        <LightButton
          kind="primary"
          loading={renaming.busy}
          disabled={name.trim() === ''}
          onClick={() => void renaming.run(name.trim())}
        >
          {t('plan.save')}
        </LightButton>
      }
    >
      <div className={css['fields']}>
        <label>
          {t('plan.name')}
          <LightInput type="text" maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <p role="alert">{renaming.problem}</p>
      </div>
    </SideDrawer>
  );
});

const hourMs = 3_600_000;

/** Builds the revision that is shown once more. Its pieces must be left to schedule: the server says which are not. */
const RunAgain = observer(function RunAgain({ store, platform }: BesideProps) {
  const t = useTexts();
  const { id, name, shown, machine, materials, pieces, jobs } = platform;
  const [last] = jobs;
  const close = () => store.show(null);
  const schedule = useStore(
    (host) =>
      new SlotStore(host, {
        ...{ machineId: machine.id, materialId: materials[0]?.id, name },
        // As long as the last time.
        hours: last ? (Date.parse(last.to) - Date.parse(last.from)) / hourMs : null,
        plan: (job) => host.api.call(runPlatform, { params: { id, revision: shown }, body: job }),
        onDone: () => {
          store.reading.refresh();
          toast.success(t('platform.run.done'));
          close();
        },
        onFailed: () => store.reading.refresh(),
      }),
  );
  return (
    <ScheduleDrawer schedule={schedule} title={t('platform.run.title', { name })} suggested={name} onClose={close}>
      <p>
        {machine.name} · {materials.map((each) => each.name).join(', ')} · {t('board.pieces', { count: pieces })} ·{' '}
        {t('platform.revision', { number: formatNumber(shown) })}
      </p>
      <p className={css['quiet']}>{t('platform.run.text')}</p>
    </ScheduleDrawer>
  );
});
