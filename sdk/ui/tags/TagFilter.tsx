import type { ReactNode } from 'react';
import type { KnownTag } from '../../contract/tags.ts';
import { formatNumber } from '../../i18n/index.ts';
import { useUiTexts } from '../host.ts';
import { DropPanel } from '../lists.ts';
import { Chip } from '../lists/TagChips.tsx';
import css from './picker.module.css';

interface TagFilterProps {
  tags: readonly KnownTag[];
  /** Ids of those that a row needs one of; none: nothing is narrowed. */
  chosen: readonly number[];
  onChoose: (ids: number[]) => void;
}

/** What a list is narrowed to: rows with any of the tags. Nothing where there are none to choose. */
export function TagFilter({ tags, chosen, onChoose }: TagFilterProps) {
  const t = useUiTexts();
  // Those became others since the address was kept, and find what these have.
  const merged = chosen.filter((wanted) => !tags.some(({ id }) => id === wanted));
  if (tags.length + merged.length === 0) return null;
  const box = (id: number, name: ReactNode) => (
    <label key={id}>
      <input
        type="checkbox"
        checked={chosen.includes(id)}
        onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
      />
      {name}
    </label>
  );
  return (
    <DropPanel label={chosen.length === 0 ? t('tags') : t('tags.chosen', { number: formatNumber(chosen.length) })}>
      {() => (
        <div className={css['options']}>
          {tags.map(({ retired, label, ...tag }) =>
            box(tag.id, <Chip {...tag} label={retired ? t('tags.retired', { tag: label }) : label} />),
          )}
          {merged.map((id) => box(id, t('tags.merged')))}
        </div>
      )}
    </DropPanel>
  );
}
