import { observer } from 'mobx-react-lite';
import { inspectionPlanKind, inspectionPlanSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { ErrorNotice, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import { VersionBar } from '@sinter/sdk/ui/versions';
import { Characteristics } from './Characteristics.tsx';
import { enteringSchema, type EnteredPlan } from './entered.ts';
import type { PlanAnswer } from './planAnswer.ts';
import { factsOf } from './planFacts.ts';
import { PlanScope } from './PlanScope.tsx';
import css from './inspection.module.css';

/** A plan as it is drafted and released: what it is for, how many pieces, and what is measured. */
export default observer(function PlanEditor({ id, known }: { id: number; known: PlanAnswer }) {
  const t = useTexts();
  const editor = useStore(
    (host) =>
      new SettingEditor<EnteredPlan>(host, {
        kind: inspectionPlanKind,
        elementId: String(id),
        schema: inspectionPlanSchema,
        entering: enteringSchema,
        facts: (value) => factsOf(t, value, known),
      }),
  );
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return <ErrorNotice subject={known.row.name} error={editor.reading.error} onRetry={() => editor.reading.retry()} />;
  }
  if (!value) return <Loading />;
  const part = { value, problems, change: (changed: Partial<EnteredPlan>) => editor.change({ ...value, ...changed }) };
  return (
    <div className={css['editor']}>
      <VersionBar editor={editor} />
      <PlanScope {...part} known={known} />
      <Characteristics {...part} />
    </div>
  );
});
