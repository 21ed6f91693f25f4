import { observer } from 'mobx-react-lite';
import type { RowBadgeProps } from '@sinter/sdk/contract/scheduling/rowBadge';
import { useTexts } from '@sinter/sdk/ui';
import { Sign } from './Sign.tsx';
import { useHeld } from './useHeld.ts';
import css from './held.module.css';

/** Beside the name of a machine that is held: by what. */
export default observer(function HeldMachine({ machine: { id, name } }: RowBadgeProps) {
  const t = useTexts();
  const by = useHeld().byMachine(id);
  return <Sign by={by} what={t('held.machine', { name })} className={css['badge']} />;
});
