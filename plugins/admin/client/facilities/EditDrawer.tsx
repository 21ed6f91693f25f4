import { useState } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { ConfirmDialog, toast, useTexts } from '@sinter/sdk/ui';
import { SwitchField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import type { FacilitiesStore, Facility } from './FacilitiesStore.ts';
import { NameFields } from './NameFields.tsx';
import css from './facilities.module.css';

interface EditDrawerProps {
  store: FacilitiesStore;
  facility: Facility;
}

/** Changes a facility, closes it, or opens it again. */
export default observer(function EditDrawer({ store, facility }: EditDrawerProps) {
  const t = useTexts();
  const schema = z.object({
    companyName: z.string().trim().min(1, t('facilities.name.needed')).max(200),
    code: z.string().trim().max(12),
    timeZone: z.string(t('facilities.timeZone.needed')),
    workplanEnabled: z.boolean(),
    itarEnabled: z.boolean(),
  });
  const { companyName, code, timeZone, workplanEnabled, itarEnabled } = facility;
  return (
    <FormDrawer
      keep={`admin.facility.${facility.id}`}
      title={companyName}
      size={520}
      changedOnly
      after={!facility.root && <Closing store={store} facility={facility} />}
      onClose={store.close}
      initialValues={{ companyName, code, timeZone, workplanEnabled, itarEnabled }}
      schema={schema}
      onSubmit={async (values) => {
        await store.save(facility, values);
        toast.success(t('facilities.saved', { name: values.companyName }));
        store.close();
      }}
    >
      <NameFields />
      <SwitchField
        name="workplanEnabled"
        label={t('facilities.column.workplan')}
        hint={t('facilities.workplan.hint')}
      />
      <SwitchField name="itarEnabled" label={t('facilities.column.itar')} hint={t('facilities.itar.hint')} />
    </FormDrawer>
  );
});

/** Closes the facility, or says what stands in the way. */
const Closing = observer(function Closing({ store, facility }: EditDrawerProps) {
  const t = useTexts();
  const [asking, setAsking] = useState(false);
  const { active, activeJobs, companyName: name } = facility;
  const blocked = active && activeJobs > 0;
  const change = async (to: boolean) => {
    if (await store.switching.run(facility, to))
      toast.success(t(to ? 'facilities.opened' : 'facilities.closed.done', { name }));
  };
  const answer = (yes: boolean) => {
    setAsking(false);
    if (yes) void change(false);
  };
  return (
    <section className={css['closing']} aria-label={t(active ? 'facilities.close' : 'facilities.reopen')}>
      <p>
        {blocked
          ? t('facilities.close.jobs', { count: activeJobs })
          : t(active ? 'facilities.close.text' : 'facilities.reopen.text')}
      </p>
      {store.switching.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.switching.problem}
        </p>
      )}
      <Button
        danger={active}
        disabled={blocked}
        loading={store.switching.busy}
        onClick={() => (active ? setAsking(true) : void change(true))}
      >
        {t(active ? 'facilities.close' : 'facilities.reopen')}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={t('facilities.close.ask', { name })}
        yes={t('facilities.close')}
        no={t('common.cancel')}
        onAnswer={answer}
      >
        {t('facilities.close.text')}
      </ConfirmDialog>
    </section>
  );
});
