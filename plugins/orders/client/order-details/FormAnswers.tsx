import { observer } from 'mobx-react-lite';
import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readOrderAnswers } from '@sinter/sdk/contract/orders/requestForms';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { ErrorNotice, useStore, useTexts } from '@sinter/sdk/ui';
import { Signed } from '../nda/Signed.tsx';
import { answerText } from '../request/answerText.ts';
import { fieldText } from '../request/fieldText.ts';
import css from './orderDetails.module.css';

class AnswersStore {
  readonly read: Question<void, CallResult<typeof readOrderAnswers>>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.read = new Question<void, CallResult<typeof readOrderAnswers>>(host, {
      ask: (_, signal) => host.api.call(readOrderAnswers, { params: { id } }, { signal }),
      failed: 'the answers to the request form could not be read',
      refreshOn: [on(orderChanged, ({ orderId }) => orderId === id)],
    });
  }

  start(): Dispose {
    return this.read.start();
  }
}

/** What the form of the order has asked, in the words of then, and what was answered. */
export default observer(function FormAnswers({ orderId }: { orderId: number }) {
  const t = useTexts();
  const store = useStore((host) => new AnswersStore(host, orderId));
  const { answer, error } = store.read;
  if (error !== null && answer === null) {
    return (
      <div>
        <ErrorNotice subject={t('fact.requestForm')} error={error} onRetry={() => store.read.retry()} />
      </div>
    );
  }
  return (answer?.form?.fields ?? []).map((field) => {
    const value = answer?.answers[field.id];
    if (value === undefined || value === '') return null;
    return (
      <div key={field.id}>
        <dt dir="auto">{fieldText(field).label}</dt>
        <dd className={css['note']} dir="auto">
          {Array.isArray(value)
            ? answer?.answerFiles
                .filter(({ id }) => value.includes(id))
                .map((file) => (
                  <div key={file.id}>
                    <Signed file={file} />
                  </div>
                ))
            : answerText(t, field, value, answer?.answerFiles ?? [])}
        </dd>
      </div>
    );
  });
});
