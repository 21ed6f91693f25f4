import { observer } from 'mobx-react-lite';
import { formatDate } from '@sinter/sdk/i18n';
import { LightButton, LightSelect, useTexts } from '@sinter/sdk/ui';
import { currencyChoices } from '../parts/choices.ts';
import { Check, NumberField } from './Field.tsx';
import type { StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

/** The currencies in which customers may read prices. */
export const Currencies = observer(function Currencies({ store }: { store: StoreFrontStore }) {
  const t = useTexts();
  const { editor, ownCurrency } = store;
  if (!editor.value) return null;
  const { currency } = editor.value;
  const { list, usual } = currency;
  const change = (changed: Partial<typeof currency>) => store.change({ currency: { ...currency, ...changed } });
  const offered = [
    ...new Set([ownCurrency, usual, ...list.filter(({ enabled }) => enabled).map((one) => one.currency)]),
  ];
  const unlisted = currencyChoices().filter(({ value }) => !list.some((one) => one.currency === value));
  const today = () => new Date().toISOString().slice(0, 10);
  return (
    <div className={css['fields']}>
      <p className={css['hint']}>{t('shopConfig.currency.intro', { currency: ownCurrency })}</p>
      <Check label={t('shopConfig.currency.show')} checked={currency.show} onChange={(show) => change({ show })} />
      <Check
        label={t('shopConfig.currency.enable')}
        checked={currency.enable}
        disabled={!currency.show}
        onChange={(enable) => change({ enable })}
      />
      <label className={css['field']}>
        {t('shopConfig.currency.usual')}
        <LightSelect value={usual} onChange={({ target }) => change({ usual: target.value })}>
          {offered.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </LightSelect>
        {editor.problems['currency.usual'] && (
          <span className={css['problem']}>{editor.problems['currency.usual']}</span>
        )}
      </label>
      <ul className={css['currencies']}>
        {list.map(({ currency: key, enabled, rate, date }, index) => (
          <li key={key}>
            <Check label={key} checked={enabled} onChange={(is) => store.changeCurrency(index, { enabled: is })} />
            <NumberField
              label={t('shopConfig.currency.rate', { own: ownCurrency, currency: key })}
              value={rate}
              problem={editor.problems[`currency.list.${index}.rate`]}
              hint={date ? t('shopConfig.currency.of', { date: formatDate(date) }) : ''}
              onChange={(changed) =>
                store.changeCurrency(index, { rate: changed, date: changed === null ? null : today() })
              }
            />
            <LightButton
              size="small"
              aria-label={t('shopConfig.currency.removeOne', { currency: key })}
              onClick={() => change({ list: list.filter((_, at) => at !== index) })}
            >
              {t('shopConfig.remove')}
            </LightButton>
          </li>
        ))}
      </ul>
      <label className={css['field']}>
        {t('shopConfig.currency.add')}
        <LightSelect
          value=""
          onChange={({ target }) =>
            change({ list: [...list, { currency: target.value, enabled: false, rate: null, date: null }] })
          }
        >
          <option value="">{t('shopConfig.currency.choose')}</option>
          {unlisted.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </LightSelect>
      </label>
    </div>
  );
});
