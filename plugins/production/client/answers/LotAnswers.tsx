import { useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { StepProps } from '../lot/StepProps.ts';
import { Answers } from './Answers.tsx';

/** Beside a lot: what was answered at its steps. */
export function LotAnswers({ store, lot }: StepProps) {
  const t = useTexts();
  return (
    <SideDrawer title={t('answers.show')} size={560} unsaved={false} onClose={() => store.open(null)}>
      <Answers of={{ subject: 'LOT', id: lot.id }} />
    </SideDrawer>
  );
}
