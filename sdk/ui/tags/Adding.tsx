import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { Tagging } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { LightButton, LightInput } from '../index.ts';
import { typedTags } from '../lists.ts';
import css from './picker.module.css';

interface AddingProps {
  store: Tagging;
  own: readonly string[];
  onAdd: (tags: string[]) => void;
}

/** Takes the words that become tags of the row. */
export const Adding = observer(function Adding({ store, own, onAdd }: AddingProps) {
  const t = useUiTexts();
  const id = useId();
  const [text, setText] = useState('');
  const tags = typedTags(text);
  return (
    <form
      className={css['adding']}
      onSubmit={(event) => {
        event.preventDefault();
        if (tags.length > 0) onAdd(tags);
      }}
    >
      <LightInput
        // The panel was opened to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        dir="auto"
        aria-label={t('tags')}
        list={id}
        maxLength={200}
        value={text}
        onFocus={store.askKnown}
        onChange={({ target }) => setText(target.value)}
      />
      <datalist id={id}>
        {store.known
          .filter((tag) => !own.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
      </datalist>
      <LightButton type="submit">{t('tags.addOne')}</LightButton>
    </form>
  );
});
