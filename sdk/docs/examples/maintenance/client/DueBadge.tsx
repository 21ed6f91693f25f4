import { observer } from 'mobx-react-lite';
import type { RowBadgeProps } from '@sinter/sdk/contract/scheduling/rowBadge';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { today } from '@sinter/sdk/ui/dates';
import { addDays } from './plan.ts';
import { useMaintenance } from './useMaintenance.ts';

/** Days before it is due that a machine is marked. */
const ahead = 7;

export default observer(function DueBadge({ machine }: RowBadgeProps) {
  const t = useTexts();
  const next = useMaintenance().next(machine.id);
  if (!next || next.dueOn > addDays(today(), ahead)) return null;
  const over = next.dueOn <= today();
  return <StatusPill tone={over ? 'red' : 'amber'}>{t(over ? 'badge.now' : 'badge.soon')}</StatusPill>;
});
