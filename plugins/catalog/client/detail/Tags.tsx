import { useId } from 'react';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { PartDetail, PartStore } from './PartStore.ts';
import css from './detail.module.css';

interface TagsProps {
  store: PartStore;
  part: PartDetail;
  /** Those that other parts have. */
  known: readonly string[];
}

const most = 20;
const longest = 40;

/** Tags are kept as they are chosen; what was changed last can be taken back. */
export const Tags = observer(function Tags({ store, part, known }: TagsProps) {
  const t = useTexts();
  const id = useId();
  const change = (tags: string[]) => {
    const wanted = tags.map((tag) => tag.trim().slice(0, longest)).filter((tag) => tag !== '');
    void store.setTags(wanted);
  };
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{t('part.tags')}</label>
      <Select
        id={id}
        mode="tags"
        maxCount={most}
        placeholder={t('part.tags.hint')}
        value={part.tags}
        options={[...new Set([...known, ...part.tags])].map((value) => ({ value, label: value }))}
        tokenSeparators={[',']}
        loading={store.busy}
        onChange={change}
      />
    </div>
  );
});
