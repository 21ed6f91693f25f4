import { useId, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { LightButton, LightInput, toast, messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import { DropPanel, typedTags } from '@sinter/sdk/ui/lists';
import { OrderTags } from './OrderTags.ts';
import css from './tags.module.css';

interface TagPickerProps {
  order: Pick<OrderRow, 'id' | 'tags'>;
  /** The order's tags have changed on the server. */
  onChange: () => void;
}

/** The own side's tags of one order, each removable, and a field that adds others. Who may not change them only sees them. */
export const TagPicker = observer(function TagPicker({ order, onChange }: TagPickerProps) {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new OrderTags(host));
  const [busy, setBusy] = useState(false);
  const change = async (what: { add: string[] } | { remove: string[] }) => {
    setBusy(true);
    try {
      const [refused] = await store.change([order], what);
      if (refused) toast.error(refused);
      else onChange();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={css['picker']} role="group" aria-label={t('column.tags')}>
      {order.tags.map((tag) => (
        <span key={tag} className={css['tag']}>
          <bdi>{tag}</bdi>
          {store.mayChange && (
            <button
              type="button"
              aria-label={t('tag.remove', { tag })}
              disabled={busy}
              onClick={() => void change({ remove: [tag] })}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {store.mayChange && (
        <DropPanel label={t('tag.add')} small>
          {(close) => (
            <Adding
              store={store}
              own={order.tags}
              onAdd={(add) => {
                close();
                void change({ add });
              }}
            />
          )}
        </DropPanel>
      )}
    </span>
  );
});

interface AddingProps {
  store: OrderTags;
  own: readonly string[];
  onAdd: (tags: string[]) => void;
}

const Adding = observer(function Adding({ store, own, onAdd }: AddingProps) {
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

/** Tags as they stand in a list. */
export const TagChips = ({ tags }: Pick<OrderRow, 'tags'>) => (
  <span className={css['picker']}>
    {tags.map((tag) => (
      <span key={tag} className={css['tag']}>
        <bdi>{tag}</bdi>
      </span>
    ))}
  </span>
);
