import { observer } from 'mobx-react-lite';
import type { Quote } from '@sinter/sdk/contract/orders/orders';
import { formatMoney } from '@sinter/sdk/i18n';
import { ConfirmDialog, toast, useTexts } from '@sinter/sdk/ui';
import { AskedText } from '../AskedText.tsx';
import { actions } from './actions.ts';
import type { Confirmation, OrderDetailsStore } from './OrderDetailsStore.ts';
import css from './orderDetails.module.css';

/** Asks before an event is fired or a quote is accepted; with the reason or the purchase order's number. */
export const ActionDialog = observer(function ActionDialog({ store }: { store: OrderDetailsStore }) {
  const t = useTexts();
  const { question } = store;
  const values = question ? valuesOf(question) : {};
  const name = question && nameOf(question);
  const answer = async (yes: boolean) => {
    if (!yes) return store.dismiss();
    if (store.busy || !(await store.confirm())) return undefined;
    const unmatched = name === 'SUBMIT' && store.order?.status === 'UNMATCHED';
    return unmatched ? toast.info(t('done.SUBMIT.unmatched')) : toast.success(t(`done.${name}`, values));
  };
  // Always there, so that the browser gives the focus back when it closes.
  return (
    <ConfirmDialog
      open={question !== null}
      title={t(`ask.${name}`, values)}
      yes={t(`event.${name}`)}
      no={t('ask.cancel')}
      danger={question?.kind === 'release' || (question?.kind === 'event' && actions[question.event].look === 'danger')}
      onAnswer={(yes) => void answer(yes)}
    >
      {question && (
        <span className={css['ask']}>
          {t(`ask.${name}.text`, values)}
          <Answer store={store} question={question} />
        </span>
      )}
    </ConfirmDialog>
  );
});

function nameOf(question: Confirmation) {
  if (question.kind === 'event') return question.event;
  return question.kind === 'award' ? 'AWARD' : 'RELEASE';
}

function valuesOf(question: Confirmation): Record<string, string> {
  if (question.kind === 'award') return quoted(question.quote);
  return question.kind === 'release' ? { fileName: question.part.originalFileDTO.fileName } : {};
}

const quoted = ({ facility, total }: Quote) => ({
  facility: facility.name,
  total: formatMoney(total.amount, total.currency, { exact: true }),
});

const needed = { award: 'ask.poNeeded', event: 'ask.reasonNeeded', release: 'ask.releaseNeeded' };

/** What has to be written before answering, and why the last answer was refused. */
const Answer = observer(function Answer({ store, question }: { store: OrderDetailsStore; question: Confirmation }) {
  const t = useTexts();
  const isAward = question.kind === 'award';
  const reason = question.kind === 'event' ? actions[question.event].reason : 'required';
  return (
    <>
      {reason !== 'none' && (
        <AskedText
          label={t(isAward ? 'ask.po' : `ask.reason.${reason}`)}
          value={question.text}
          maxLength={isAward ? 60 : 1000}
          needed={reason === 'required' ? t(needed[question.kind]) : undefined}
          tried={store.tried}
          {...(isAward ? {} : { rows: 3 })}
          onChange={store.write}
        />
      )}
      {store.refusal !== null && (
        <span role="alert" className={css['refusal']}>
          {store.refusal}
        </span>
      )}
    </>
  );
});
