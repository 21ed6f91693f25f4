import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { claimDays, type Quote } from '@sinter/sdk/contract/orders/orders';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { ConfirmDialog, Loading, toast, useTexts } from '@sinter/sdk/ui';
import { AskedText } from '../AskedText.tsx';
import { actions, reasonOf } from './actions.ts';
import type { Confirmation, OrderDetailsStore } from './OrderDetailsStore.ts';
import { ApproversAsked, WishAsked } from '../quotes/Asked.ts';
import { WayAsked } from '../payment/WayAsked.tsx';
import { PiecesAsked } from './PiecesAsked.tsx';
import css from './orderDetails.module.css';

const PhotosAsked = lazy(() => import('./PhotosAsked.tsx'));
const PromiseCheck = lazy(() => import('../dates/PromiseCheck.tsx'));

/** Asks before an event is fired or a quote is accepted; with the reason or the purchase order's number. */
export default observer(function ActionDialog({ store }: { store: OrderDetailsStore }) {
  const t = useTexts();
  const { question } = store;
  const values = question ? valuesOf(t, question) : {};
  const name = question && nameOf(question);
  const way = question?.kind === 'award' ? (store.ways?.wayOf(question.quote.id) ?? null) : null;
  const answer = async (yes: boolean) => {
    if (!yes) return store.dismiss();
    if (store.busy || !(await store.confirm())) return undefined;
    // The payment page comes.
    if (way === 'CARD') return undefined;
    const unmatched = name === 'SUBMIT' && store.order?.status === 'UNMATCHED';
    return unmatched ? toast.info(t('done.SUBMIT.unmatched')) : toast.success(t(`done.${name}`, values));
  };
  // Always there, so that the browser gives the focus back when it closes.
  return (
    <ConfirmDialog
      open={question !== null}
      title={t(`ask.${name}`, values)}
      yes={way === 'CARD' ? t('pay.card') : t(`event.${name}`)}
      no={t('ask.cancel')}
      danger={question?.kind === 'release' || (question?.kind === 'event' && actions[question.event].look === 'danger')}
      onAnswer={(yes) => void answer(yes)}
    >
      {question && (
        <span className={css['ask']}>
          {t(`ask.${name}.text`, values)}
          {store.order && <DateCheck orderId={store.order.id} question={question} />}
          <Suspense fallback={<Loading />}>
            <Answer store={store} question={question} />
          </Suspense>
        </span>
      )}
    </ConfirmDialog>
  );
});

/** A date is agreed by accepting a quote, and by confirming the order. */
function DateCheck({ orderId, question }: { orderId: number; question: Confirmation }) {
  if (question.kind !== 'award' && !(question.kind === 'event' && question.event === 'ACCEPT_AWARD')) return null;
  return (
    <Suspense fallback={null}>
      <PromiseCheck orderId={orderId} {...(question.kind === 'award' ? { quoteId: question.quote.id } : {})} />
    </Suspense>
  );
}

const names = { award: 'AWARD', approval: 'REQUEST_APPROVAL', release: 'RELEASE' };

function nameOf(question: Confirmation) {
  if (question.kind === 'event' && question.event === 'REJECT_QUOTE' && question.quoteId === undefined)
    return 'REJECT_ALL';
  if (question.kind === 'event') return question.event;
  return names[question.kind];
}

type Texts = ReturnType<typeof useTexts>;

function valuesOf(t: Texts, question: Confirmation): Record<string, string> {
  if (question.kind === 'award') return quoted(t, question.quote, question.total);
  if (question.kind === 'approval') return quoted(t, question.quote);
  if (question.kind === 'event') return { days: formatNumber(claimDays) };
  return { fileName: question.part.originalFileDTO.fileName };
}

const quoted = (t: Texts, { facility, ...quote }: Quote, total: Money = quote.total) => ({
  facility: supplierText(t, facility),
  total: formatMoney(total.amount, total.currency, { exact: true }),
});

const needed = { award: 'ask.poNeeded', approval: undefined, event: 'ask.reasonNeeded', release: 'ask.releaseNeeded' };

const labelOf = (question: Confirmation, reason: string) =>
  question.kind === 'approval'
    ? 'ask.message'
    : question.kind === 'award'
      ? 'ask.po'
      : question.kind === 'event' && question.event === 'SHIP'
        ? 'ask.tracking'
        : `ask.reason.${reason}`;

/** What has to be written before answering, and why the last answer was refused. */
const Answer = observer(function Answer({ store, question }: { store: OrderDetailsStore; question: Confirmation }) {
  const t = useTexts();
  const isAward = question.kind === 'award';
  const byNumber = !isAward || store.ways?.wayOf(question.quote.id) === 'PURCHASE_ORDER';
  const missing = needed[question.kind];
  const reason =
    question.kind === 'event' ? reasonOf(question.event) : question.kind === 'approval' ? 'optional' : 'required';
  return (
    <>
      {question.kind === 'event' && actions[question.event].pieces && <PiecesAsked store={store} />}
      {question.kind === 'event' && question.event === 'REQUEST_REVISION' && (
        <WishAsked store={store} quoteId={question.quoteId} />
      )}
      {question.kind === 'approval' && store.order && <ApproversAsked store={store} orderId={store.order.id} />}
      {isAward && (store.ways ? <WayAsked ways={store.ways} quoteId={question.quote.id} /> : <Loading />)}
      {reason !== 'none' && byNumber && (
        <AskedText
          label={t(labelOf(question, reason))}
          value={question.text}
          maxLength={isAward ? 60 : 1000}
          needed={missing && reason === 'required' ? t(missing) : undefined}
          tried={store.tried}
          {...(isAward ? {} : { rows: 3 })}
          onChange={store.write}
        />
      )}
      {question.kind === 'event' && question.event === 'CLAIM' && (
        <Suspense fallback={null}>
          <PhotosAsked photos={store.photos} />
        </Suspense>
      )}
      {store.refusal !== null && (
        <span role="alert" className={css['refusal']}>
          {store.refusal}
        </span>
      )}
    </>
  );
});
