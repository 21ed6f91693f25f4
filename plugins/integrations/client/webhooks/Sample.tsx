import { observer } from 'mobx-react-lite';
import { webhookEvent } from '@sinter/sdk/contract/integrations/webhooks';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { CopyButton, useStore, useTexts } from '@sinter/sdk/ui';
import css from './webhooks.module.css';

class SampleStore {
  readonly reading: Question<void, CallResult<typeof webhookEvent>>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, type: string) {
    this.reading = new Question<void, CallResult<typeof webhookEvent>>(host, {
      ask: (_asked, signal) => host.api.call(webhookEvent, { params: { type } }, { signal }),
      failed: 'the example of an event could not be read',
      debounceMs: 150,
    });
  }

  start(): Dispose {
    return this.reading.start();
  }
}

/** What the body of such an event looks like. */
export const Sample = observer(function Sample({ type }: { type: string }) {
  const t = useTexts();
  const store = useStore((host) => new SampleStore(host, type));
  const { answer } = store.reading;
  const text = (value: unknown) => JSON.stringify(value, null, 2);
  return (
    <section className={css['sample']} aria-label={t('hooks.sample')}>
      <h3>{t('hooks.sample')}</h3>
      {answer && (
        <>
          <pre dir="ltr">{text(answer.sample)}</pre>
          <details>
            <summary>{t('hooks.schema')}</summary>
            <CopyButton label={t('hooks.schema')} text={text(answer.schema)} />
            <pre dir="ltr">{text(answer.schema)}</pre>
          </details>
        </>
      )}
    </section>
  );
});
