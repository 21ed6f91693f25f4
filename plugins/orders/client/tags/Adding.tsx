import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { typedTags } from '@sinter/sdk/ui/lists';
import type { OrderTags } from './OrderTags.ts';
import css from './tags.module.css';

interface AddingProps {
  store: OrderTags;
  own: readonly string[];
  onAdd: (tags: string[]) => void;
}

/** Takes the words that become tags of the order. */
export default observer(function Adding({ store, own, onAdd }: AddingProps) {
  const t = useTexts();
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
        aria-label={t('column.tags')}
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
      <LightButton type="submit">{t('tag.add')}</LightButton>
    </form>
  );
});
