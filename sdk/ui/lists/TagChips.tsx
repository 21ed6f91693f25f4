import type { TagChip } from '../../contract/tags.ts';
import css from './tags.module.css';

/** Tags as they stand in a list. */
export const TagChips = ({ tags }: { tags: readonly TagChip[] }) => (
  <span className={css['tags']}>
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
