import type { QuickbooksPush } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { formatDate, formatDateTime, formatMoney } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { Link, StatusPill, type Tone, useTexts } from '@sinter/sdk/ui';
import css from './quickbooks.module.css';

const tones: Readonly<Record<QuickbooksPush['state'], Tone>> = {
  WAITING: 'amber',
  SENT: 'green',
  FAILED: 'red',
  SKIPPED: 'grey',
};

/** How it stands with an invoice, and what a person has to do. */
export function PushState({ push: { kind, state, problem, nextOn, balance } }: { push: QuickbooksPush }) {
  const t = useTexts();
  const paid = state === 'SENT' && kind === 'INVOICE' && balance !== null;
  return (
    <span className={css['state']}>
      <StatusPill tone={tones[state]}>
        {t(paid && balance.amount <= 0 ? 'books.paid' : `books.state.${state}`)}
      </StatusPill>
      {paid && balance.amount > 0 && (
        <span className={css['quiet']}>
          {t('books.open', { amount: formatMoney(balance.amount, balance.currency, { exact: true }) })}
        </span>
      )}
      {problem && <span dir="auto">{sayProblem(problem)}</span>}
      {nextOn !== null && <span className={css['quiet']}>{t('books.next', { date: formatDateTime(nextOn) })}</span>}
    </span>
  );
}

/** A day within the sentence is written as its reader writes days. */
function sayProblem({ message, said }: NonNullable<QuickbooksPush['problem']>): string {
  const text = say(message, said);
  const day = said?.params?.['day'];
  return typeof day === 'string' ? text.replace(day, formatDate(day)) : text;
}

/** The shipment that it is of, or the whole order. */
export function PushOf({ shipmentId }: Pick<QuickbooksPush, 'shipmentId'>) {
  const t = useTexts();
  return shipmentId === null ? (
    <span className={css['quiet']}>{t('books.wholeOrder')}</span>
  ) : (
    <Link to={`/service-provider/shipments/${shipmentId}`}>{t('books.shipment', { id: shipmentId })}</Link>
  );
}

/** The number under which it stands in Quickbooks, where it opens. */
export function PushNumber({ push: { kind, number, url } }: { push: QuickbooksPush }) {
  const t = useTexts();
  const name = t(`books.kind.${kind}`);
  if (number === null) return <>{name}</>;
  const text = (
    <>
      {name} <bdi>{number}</bdi>
    </>
  );
  return url === null ? (
    text
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
