import { observer } from 'mobx-react-lite';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { CurrencyStore } from './CurrencyStore.ts';
import css from './shell.module.css';

export const CurrencyPicker = observer(function CurrencyPicker({ store }: { store: CurrencyStore }) {
  const t = useHostTexts();
  if (!store.shown) return null;
  return (
    <select
      className={css['currency']}
      aria-label={t('shell.currency')}
      title={t('shell.currency.hint')}
      disabled={!store.enabled}
      value={store.current}
      onChange={(event) => void store.choose(event.target.value)}
    >
      {store.options.map((key) => (
        <option key={key}>{key}</option>
      ))}
    </select>
  );
});
