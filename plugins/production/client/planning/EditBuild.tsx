import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { changePlannedBuild, type PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import css from '../schedule/schedule.module.css';
import type { PlanningStore } from './PlanningStore.ts';

/** The name and the machine of a planned build. */
export const EditBuild = observer(function EditBuild({ store, build }: { store: PlanningStore; build: PlannedBuild }) {
  const t = useTexts();
  const [name, setName] = useState(build.name);
  const [machine, setMachine] = useState(build.machine.id);
  const machines = (store.choices.answer?.machines ?? []).filter(
    ({ processId, materialIds }) => processId === build.process.id && materialIds.includes(build.material.id),
  );
  const close = () => store.show(null);
  const save = async () => {
    const body = { version: build.version, name, equipmentId: machine };
    const done = await store.act(build.id, () =>
      store.host.api.call(changePlannedBuild, { params: { id: build.id }, body }),
    );
    if (done) close();
  };
  return (
    <SideDrawer
      title={build.name}
      size={420}
      unsaved={name !== build.name || machine !== build.machine.id}
      onClose={close}
      footer={
        <LightButton
          kind="primary"
          loading={store.acting.busy}
          disabled={name.trim() === ''}
          onClick={() => void save()}
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
        <label>
          {t('plan.machine')}
          <LightSelect value={machine} onChange={({ target }) => setMachine(Number(target.value))}>
            {machines.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </LightSelect>
        </label>
        <p className={css['quiet']}>{t('plan.machine.hint')}</p>
        <p role="alert">{store.problemAt(build.id)}</p>
      </div>
    </SideDrawer>
  );
});
