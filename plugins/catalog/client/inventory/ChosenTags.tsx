import { useId, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { BulkChoice } from '@sinter/sdk/ui/lists';
import type { InventoryStore } from './InventoryStore.ts';
import css from './inventory.module.css';

const longest = 40;

/** Gives the chosen parts tags, or takes one away from those that have it. */
export const ChosenTags = observer(function ChosenTags({ store }: { store: InventoryStore }) {
  const t = useTexts();
  const [adding, setAdding] = useState(false);
  const own = [...new Set(store.list.selection.chosen.flatMap(({ tags }) => tags))].toSorted();
  return (
    <>
      <LightButton size="small" onClick={() => setAdding(true)}>
        {t('bulk.tag')}
      </LightButton>
      {own.length > 0 && (
        <BulkChoice
          label={t('bulk.untag')}
          options={own.map((tag) => ({ key: tag, value: tag, text: <bdi>{tag}</bdi> }))}
          onChoose={(tag) => store.tagChosen('untag', [tag])}
        />
      )}
      {adding && <Adding store={store} onClose={() => setAdding(false)} />}
    </>
  );
});

function Adding({ store, onClose }: { store: InventoryStore; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const tags = text
    .split(',')
    .map((tag) => tag.trim().slice(0, longest))
    .filter((tag) => tag !== '');
  const answer = (yes: boolean) => {
    if (yes && tags.length === 0) return setTried(true);
    onClose();
    if (yes) store.tagChosen('tag', tags);
  };
  const lacks = tried && tags.length === 0;
  return (
    <ConfirmDialog open title={t('bulk.tag')} yes={t('bulk.tag')} no={t('common.cancel')} onAnswer={answer}>
      <span className={css['adding']}>
        <label htmlFor={id}>{t('part.tags')}</label>
        <LightInput
          id={id}
          list={`${id}-known`}
          value={text}
          aria-invalid={lacks}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id={`${id}-known`}>
          {store.tags.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </datalist>
        <span id={`${id}-hint`} role={lacks ? 'alert' : undefined} className={css['quiet']}>
          {t(lacks ? 'bulk.tag.needed' : 'bulk.tag.hint')}
        </span>
      </span>
    </ConfirmDialog>
  );
}
