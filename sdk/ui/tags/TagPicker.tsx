import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { TagChip } from '../../contract/tags.ts';
import type { Tagging } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { messageOf, toast } from '../index.ts';
import { DropPanel } from '../lists.ts';
import { Chip } from '../lists/TagChips.tsx';
import { Adding } from './Adding.tsx';
import css from '../lists/tags.module.css';

interface TagPickerProps {
  store: Tagging;
  row: { readonly id: number; readonly tags: readonly TagChip[] };
  /** The row's tags have changed on the server. */
  onChange: () => void;
}

/** The tags of one row, each removable, and a field that adds others. Who may not change them only sees them. */
export const TagPicker = observer(function TagPicker({ store, row, onChange }: TagPickerProps) {
  const t = useUiTexts();
  const [busy, setBusy] = useState(false);
  const change = async (what: { add: string[] } | { remove: string[] }) => {
    setBusy(true);
    try {
      const [refused] = await store.change([row], what);
      if (refused) toast.error(refused);
      else onChange();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (!store.mayChange && row.tags.length === 0) return null;
  return (
    <span className={css['tags']} role="group" aria-label={t('tags')}>
      {row.tags.map((chip) => (
        <span key={chip.label} className={css['tag']}>
          <Chip {...chip} />
          {store.mayChange && (
            <button
              type="button"
              aria-label={t('tags.removeOne', { tag: chip.label })}
              disabled={busy}
              onClick={() => void change({ remove: [chip.label] })}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {store.mayChange && (
        <DropPanel label={t('tags.addOne')} small>
          {(close) => (
            <Adding
              store={store}
              own={row.tags.map(({ label }) => label)}
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
