import { flushSync } from 'react-dom';
import * as z from 'zod';
import { addInspectionPlan } from '@sinter/sdk/contract/quality/inspectionPlans';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';

interface NewPlanProps {
  /** The plan that it begins as. */
  copyOf?: number;
  onAdded: (id: number) => void;
  onClose: () => void;
}

/** Begins a plan as a draft. */
export default function NewPlan({ copyOf, onAdded, onClose }: NewPlanProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const schema = z.object({ name: z.string().trim().min(1, t('plan.nameNeeded')).max(80) });
  return (
    <FormDrawer<{ name: string }, { name: string }>
      keep="quality.inspectionPlan"
      size={420}
      title={t(copyOf === undefined ? 'plan.add' : 'plan.copy')}
      save={t('plan.addIt')}
      onClose={onClose}
      initialValues={{ name: '' }}
      schema={schema}
      onSubmit={async ({ name }) => {
        const { id } = await api.call(addInspectionPlan, { body: { name, copyOf: copyOf ?? null } });
        // It is gone before the page is left: nothing is unsaved any more.
        flushSync(onClose);
        onAdded(id);
      }}
    >
      <TextField name="name" label={t('plan.name')} maxLength={80} />
    </FormDrawer>
  );
}
