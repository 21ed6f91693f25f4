import type { KnownTag } from '../../contract/tags.ts';
import { useUiTexts } from '../host.ts';
import { LightSelect } from '../index.ts';

interface TagFilterProps {
  tags: readonly KnownTag[];
  /** The id of one of them; empty: nothing is narrowed. */
  value: string;
  onChoose: (value: string) => void;
}

/** What a list is narrowed to, beside its other choices; the label around it is theirs. */
export function TagFilter({ tags, value, onChoose }: TagFilterProps) {
  const t = useUiTexts();
  const known = value === '' || tags.some(({ id }) => String(id) === value);
  return (
    <LightSelect value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{t('tags.every')}</option>
      {tags.map(({ id, label, retired }) => (
        <option key={id} value={String(id)}>
          {retired ? t('tags.retired', { tag: label }) : label}
        </option>
      ))}
      {/* It became another one since the address was kept, and finds what that one has. */}
      {!known && <option value={value}>{t('tags.merged')}</option>}
    </LightSelect>
  );
}
