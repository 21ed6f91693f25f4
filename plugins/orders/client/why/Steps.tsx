import { observer } from 'mobx-react-lite';
import type { OrderStep } from '@sinter/sdk/contract/orders/history';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, TimeZoneNote, useTexts } from '@sinter/sdk/ui';
import type { StepsStore } from './StepsStore.ts';
import css from './why.module.css';

/** What happened, when, whose doing it was, and why: newest first. */
export const Steps = observer(function Steps({ store: { question }, subject }: { store: StepsStore; subject: string }) {
  const { answer, error } = question;
  if (!answer)
    return error ? <ErrorNotice subject={subject} error={error} onRetry={() => question.retry()} /> : <Loading />;
  return (
    <>
      <ol className={css['steps']}>
        {answer.map((step, index) => (
          // Steps are only ever added, and several may fall into one moment.
          <Step key={answer.length - index} step={step} />
        ))}
      </ol>
      <TimeZoneNote />
    </>
  );
});

function Step({ step: { at, event, who, facility, reason } }: { step: OrderStep }) {
  const t = useTexts();
  const by = [who, facility ?? ''].filter((name) => name !== '').join(', ');
  return (
    <li>
      <strong>{t(`activity.${event}`)}</strong>
      {reason !== '' && <q dir="auto">{reason}</q>}
      <span>
        {formatDateTime(at)}
        {by !== '' && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
