import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { SavedFilters } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { LightButton, LightInput } from '../index.ts';
import { DropPanel } from './DropPanel.tsx';
import css from './lists.module.css';

interface SavedFiltersMenuProps<Values> {
  saved: SavedFilters<Values>;
  /** The list's filters as they are: what Save keeps. */
  filters: Values;
  onChoose: (filters: Values) => void;
}

/** The person's own filters by name: takes one, keeps the present ones, removes one. */
export function SavedFiltersMenu<Values>(props: SavedFiltersMenuProps<Values>) {
  const t = useUiTexts();
  return <DropPanel label={t('saved')}>{(close) => <Menu {...props} close={close} />}</DropPanel>;
}

const Menu = observer(function Menu<Values>({
  saved,
  filters,
  onChoose,
  close,
}: SavedFiltersMenuProps<Values> & { close: () => void }) {
  const t = useUiTexts();
  const [name, setName] = useState('');
  const save = async () => {
    if (await saved.add(name, filters)) setName('');
  };
  return (
    <div className={css['saved']}>
      {saved.filters.length === 0 && <span className={css['quiet']}>{t('saved.none')}</span>}
      {saved.filters.map(({ label, searchFilters, isDefault = false }) => (
        <div key={label}>
          <button
            type="button"
            onClick={() => {
              onChoose(searchFilters);
              close();
            }}
          >
            <bdi>{label}</bdi>
          </button>
          <button
            type="button"
            aria-label={t('saved.default', { label })}
            title={t('saved.default', { label })}
            aria-pressed={isDefault}
            disabled={saved.busy}
            onClick={() => void saved.toggleDefault(label)}
          >
            {isDefault ? '★' : '☆'}
          </button>
          <button
            type="button"
            aria-label={t('saved.remove', { label })}
            disabled={saved.busy}
            onClick={() => void saved.remove(label)}
          >
            ×
          </button>
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <LightInput
          aria-label={t('saved.name')}
          placeholder={t('saved.name')}
          maxLength={60}
          value={name}
          aria-invalid={saved.nameProblem !== null}
          onChange={(event) => {
            setName(event.target.value);
            saved.forgetProblem();
          }}
        />
        <LightButton type="submit" loading={saved.busy}>
          {t('saved.save')}
        </LightButton>
      </form>
      {saved.nameProblem && (
        <span className={css['bad']} role="alert">
          {t('saved.badName')}
        </span>
      )}
    </div>
  );
});
