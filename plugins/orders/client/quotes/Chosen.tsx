import type { Choices } from '@sinter/sdk/contract/orders/offers';
import type { Quote } from '@sinter/sdk/contract/orders/orders';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { today } from '@sinter/sdk/ui/dates';
import type { Agreed } from '../../shared/agreed.ts';
import css from './quotes.module.css';

interface OfferProps {
  quote: Quote;
  chosen: Choices;
  agreed: Agreed;
  /** `null`: nothing is to be chosen. */
  onChoose: ((choices: Choices) => void) | null;
}

const day = 86_400_000;

/** The lead time, or one of several to choose from, and when the parts could be there. */
export function OptionOffer({ quote, chosen, agreed, onChoose }: OfferProps) {
  const t = useTexts();
  const days = (count: number) => t('quote.lead', { count });
  const textOf = ({ name, leadTimeDays, priceFactor }: Quote['options'][number]) =>
    `${name} · ${days(leadTimeDays)} · ${priceFactor > 1 ? '+' : ''}${formatNumber((priceFactor - 1) * 100)} %`;
  return (
    <>
      {onChoose && quote.options.length > 0 ? (
        <LightSelect
          aria-label={t('quote.leadLabel')}
          value={chosen.optionId ?? ''}
          onChange={({ target: { value } }) => onChoose({ ...chosen, optionId: value === '' ? null : Number(value) })}
        >
          <option value="">{`${t('quote.standard')} · ${days(quote.leadTimeDays)}`}</option>
          {quote.options.map((option) => (
            <option key={option.id} value={option.id}>
              {textOf(option)}
            </option>
          ))}
        </LightSelect>
      ) : (
        <>
          <span>{days(agreed.leadTimeDays)}</span>
          {quote.options.map((option) => (
            <span key={option.id} className={css['quiet']}>
              {textOf(option)}
            </span>
          ))}
        </>
      )}
      {quote.status === 'SUBMITTED' && (
        <span className={css['quiet']}>
          {t('quote.by', { date: formatDate(new Date(Date.parse(today()) + agreed.leadTimeDays * day)) })}
        </span>
      )}
    </>
  );
}

/** What a part costs, and what else of it is offered. */
export function LineOffer({
  quote,
  chosen,
  agreed,
  orderFileId,
  fileName,
  onChoose,
}: OfferProps & { orderFileId: number; fileName: string }) {
  const t = useTexts();
  const line = quote.lines.find((each) => each.orderFileId === orderFileId);
  const now = agreed.lines.find((each) => each.orderFileId === orderFileId);
  if (!line || !now) return '–';
  const money = (minor: number) => formatMoney(minor, quote.total.currency, { exact: true });
  const times = (quantity: number, unitPrice: number) => `${formatNumber(quantity)} × ${money(unitPrice)}`;
  const others = [
    ...line.breaks.map(({ quantity, unitPrice }) => ({ key: `q${quantity}`, text: times(quantity, unitPrice) })),
    ...line.alternatives.map(({ id, name, material, quantity, unitPrice }) => ({
      key: `a${id}`,
      text: [name, material?.name, times(quantity, unitPrice)].filter(Boolean).join(' · '),
    })),
  ];
  const choice = chosen.lines.find((each) => each.orderFileId === orderFileId);
  const choose = (key: string) => {
    const rest = chosen.lines.filter((each) => each.orderFileId !== orderFileId);
    const number = Number(key.slice(1));
    const next = key.startsWith('a')
      ? { orderFileId, alternativeId: number, quantity: null }
      : { orderFileId, alternativeId: null, quantity: number };
    onChoose?.({ ...chosen, lines: key === '' ? rest : [...rest, next] });
  };
  const chosenKey = choice?.alternativeId ? `a${choice.alternativeId}` : choice?.quantity ? `q${choice.quantity}` : '';
  return (
    <>
      <span className={css['sum']}>
        <span>{times(now.quantity, now.unitPrice)}</span>
        <span>{money(now.quantity * now.unitPrice)}</span>
      </span>
      {others.length > 0 &&
        (onChoose ? (
          <LightSelect
            aria-label={t('quote.chooseFor', { fileName })}
            value={chosenKey}
            onChange={({ target: { value } }) => choose(value)}
          >
            <option value="">{`${t('quote.asAsked')} · ${times(line.quantity, line.unitPrice)}`}</option>
            {others.map(({ key, text }) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </LightSelect>
        ) : (
          others.map(({ key, text }) => (
            <span key={key} className={css['quiet']}>
              {text}
            </span>
          ))
        ))}
    </>
  );
}
