import type { LotSlotProps } from '@sinter/sdk/contract/production/lotSlots';
import { useTexts } from '@sinter/sdk/ui';
import RaiseButton from '../ncr/RaiseButton.tsx';

/** On the floor: something of a lot does not conform. */
export default function LotRaise({ lot: { id, number, part, quantity }, position }: LotSlotProps) {
  const t = useTexts();
  const about = {
    ...{ source: 'STEP' as const, subject: { lotId: id, position }, pieces: quantity, holds: 'lot' as const },
    named: `${t('ncr.lot', { id: number })} · ${part}`,
  };
  return <RaiseButton key={id} about={about} />;
}
