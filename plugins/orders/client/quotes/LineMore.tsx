import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { parseAmount, parsePieces } from './amount.ts';
import type { LineValues } from './quoteValues.ts';
import css from './quotes.module.css';

interface LineMoreProps {
  line: LineValues;
  currency: string;
  materials: readonly { id: number; name: string }[];
  fileName: string;
  /** What is missing is marked. */
  tried: boolean;
  onChange: (line: LineValues) => void;
}

/** Prices of other quantities, and other ways to make the part. */
export function LineMore({ line, currency, materials, fileName, tried, onChange }: LineMoreProps) {
  const t = useTexts();
  const { breaks, alternatives } = line;
  const changed = <Item,>(list: readonly Item[], at: number, change: Partial<Item>): Item[] =>
    list.map((item, index) => (index === at ? { ...item, ...change } : item));
  const without = <Item,>(list: readonly Item[], at: number): Item[] => list.filter((_, index) => index !== at);
  const amounts = (
    item: { quantity: string; price: string },
    change: (next: { quantity?: string; price?: string }) => void,
  ) => (
    <>
      <label>
        {t('part.quantity')}
        <LightInput
          inputMode="numeric"
          value={item.quantity}
          invalid={tried && parsePieces(item.quantity) === null}
          onChange={({ target: { value } }) => change({ quantity: value })}
        />
      </label>
      <label>
        {t('quote.unitPrice', { currency })}
        <LightInput
          inputMode="decimal"
          value={item.price}
          invalid={tried && parseAmount(item.price, currency) === null}
          onChange={({ target: { value } }) => change({ price: value })}
        />
      </label>
    </>
  );
  return (
    <>
      <fieldset className={css['list']}>
        <legend>{t('quote.breaks')}</legend>
        {breaks.map((each, at) => (
          <div key={at} className={css['item']}>
            {amounts(each, (next) => onChange({ ...line, breaks: changed(breaks, at, next) }))}
            <LightButton
              aria-label={t('quote.removeBreak', { number: at + 1, fileName })}
              onClick={() => onChange({ ...line, breaks: without(breaks, at) })}
            >
              {t('quote.remove')}
            </LightButton>
          </div>
        ))}
        {breaks.length < 10 && (
          <LightButton
            size="small"
            onClick={() => onChange({ ...line, breaks: [...breaks, { quantity: '', price: '' }] })}
          >
            {t('quote.addBreak')}
          </LightButton>
        )}
      </fieldset>
      <fieldset className={css['list']}>
        <legend>{t('quote.alternatives')}</legend>
        {alternatives.map((each, at) => {
          const change = (next: Partial<typeof each>) =>
            onChange({ ...line, alternatives: changed(alternatives, at, next) });
          return (
            <div key={at} className={css['item']}>
              <label>
                {t('quote.name')}
                <LightInput
                  value={each.name}
                  maxLength={100}
                  invalid={tried && each.name.trim() === ''}
                  onChange={({ target: { value } }) => change({ name: value })}
                />
              </label>
              <label>
                {t('quote.material')}
                <LightSelect
                  value={each.materialId ?? ''}
                  onChange={({ target: { value } }) => change({ materialId: value === '' ? null : Number(value) })}
                >
                  <option value="">{t('quote.asAsked')}</option>
                  {materials.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </LightSelect>
              </label>
              {amounts(each, change)}
              <LightButton
                aria-label={t('quote.removeAlternative', { number: at + 1, fileName })}
                onClick={() => onChange({ ...line, alternatives: without(alternatives, at) })}
              >
                {t('quote.remove')}
              </LightButton>
            </div>
          );
        })}
        {alternatives.length < 10 && (
          <LightButton
            size="small"
            onClick={() =>
              onChange({
                ...line,
                alternatives: [...alternatives, { name: '', materialId: null, quantity: '', price: '' }],
              })
            }
          >
            {t('quote.addAlternative')}
          </LightButton>
        )}
      </fieldset>
    </>
  );
}
