import { useId, useState } from 'react';
import { useUiTexts } from '../host.ts';
import { ConfirmDialog, LightButton, LightInput } from '../index.ts';
import { BulkChoice } from './BulkChoice.tsx';
import css from './lists.module.css';

interface BulkTagsProps {
  /** Tags of the chosen rows. */
  own: readonly string[];
  /** Tags that are in use, to choose from. */
  known: readonly string[];
  /** Somebody is about to add some: the last moment to read what is in use. */
  onOpen?: () => void;
  onAdd: (tags: string[]) => void;
  onRemove: (tag: string) => void;
}

const longest = 40;

/** Tags as they are typed, divided by commas. */
export const typedTags = (text: string): string[] =>
  text
    .split(/[,،、]/)
    .map((tag) => tag.trim().slice(0, longest))
    .filter((tag) => tag !== '');

/** In a `BulkBar`: gives the chosen rows tags, or takes one away from those that have it. */
export function BulkTags({ own, known, onOpen, onAdd, onRemove }: BulkTagsProps) {
  const t = useUiTexts();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <LightButton
        size="small"
        onClick={() => {
          onOpen?.();
          setAdding(true);
        }}
      >
        {t('tags.add')}
      </LightButton>
      {own.length > 0 && (
        <BulkChoice
          label={t('tags.remove')}
          options={own.map((tag) => ({ key: tag, value: tag, text: <bdi>{tag}</bdi> }))}
          onChoose={onRemove}
        />
      )}
      {adding && <Adding known={known} onAdd={onAdd} onClose={() => setAdding(false)} />}
    </>
  );
}

function Adding({ known, onAdd, onClose }: Pick<BulkTagsProps, 'known' | 'onAdd'> & { onClose: () => void }) {
  const t = useUiTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const tags = typedTags(text);
  const answer = (yes: boolean) => {
    if (yes && tags.length === 0) return setTried(true);
    onClose();
    if (yes) onAdd(tags);
  };
  const lacks = tried && tags.length === 0;
  return (
    <ConfirmDialog open title={t('tags.add')} yes={t('tags.add')} no={t('csv.cancel')} onAnswer={answer}>
      <span className={css['adding']}>
        <label htmlFor={id}>{t('tags')}</label>
        <LightInput
          id={id}
          dir="auto"
          list={`${id}-known`}
          value={text}
          aria-invalid={lacks}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id={`${id}-known`}>
          {known.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </datalist>
        <span id={`${id}-hint`} role={lacks ? 'alert' : undefined} className={css['quiet']}>
          {t(lacks ? 'tags.needed' : 'tags.hint')}
        </span>
      </span>
    </ConfirmDialog>
  );
}
