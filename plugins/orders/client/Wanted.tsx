import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { useTexts } from '@sinter/sdk/ui';

/** How a part is wanted beyond process and material, and what the buyer wrote to it; nothing where it is wanted plain. */
export function Wanted({ part }: { part: OrderFile }) {
  const t = useTexts();
  const { finish, color, tolerance, inspection, notes } = part;
  const wanted = [
    finish?.name,
    color,
    tolerance === 'STANDARD' ? '' : t(`tolerance.${tolerance}`),
    inspection === 'STANDARD' ? '' : t(`inspection.${inspection}`),
  ].filter(Boolean);
  return (
    <>
      {wanted.length > 0 && <bdi>{wanted.join(' · ')}</bdi>}
      {notes !== '' && <q dir="auto">{notes}</q>}
    </>
  );
}
