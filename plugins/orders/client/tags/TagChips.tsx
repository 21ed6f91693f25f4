import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { TagChip } from '@sinter/sdk/contract/tags';
import css from './tags.module.css';

/** Tags as they stand in a list. */
export const TagChips = ({ tags }: Pick<OrderRow, 'tags'>) => (
  <span className={css['picker']}>
    {tags.map((chip) => (
      <span key={chip.label} className={css['tag']}>
        <Chip {...chip} />
      </span>
    ))}
  </span>
);

/** A tag, with the color that a facility has given it. */
export const Chip = ({ label, color }: TagChip) => (
  <>
    {color && <i style={{ background: color }} />}
    <bdi>{label}</bdi>
  </>
);
