import { observer } from 'mobx-react-lite';
import type { Observation } from '@sinter/sdk/contract/orders/pricing';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';
import * as z from 'zod';
import type { BuildsStore } from './AccuracyStore.ts';

/** Why a build does not count. */
export default observer(function LeaveOut({ store, build }: { store: BuildsStore; build: Observation }) {
  const t = useTexts();
  return (
    <FormDrawer
      keep="orders.leaveOut"
      title={t('accuracy.leaveOutNamed', { job: t('accuracy.job', { id: String(build.jobId) }) })}
      size={460}
      lead={<p>{t('accuracy.leaveOutHint')}</p>}
      save={t('accuracy.leaveOut')}
      onClose={() => store.leave(null)}
      initialValues={{ reason: '' }}
      schema={z.object({ reason: z.string().trim().min(1, t('accuracy.reasonNeeded')).max(200) })}
      onSubmit={async ({ reason }) => void (await store.deciding.run(build, reason))}
    >
      <TextField name="reason" label={t('accuracy.reason')} required maxLength={200} />
    </FormDrawer>
  );
});
