import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { principalOf } from '@sinter/sdk/auth';
import { liftLegalHold, readKeeping, setLegalHold, type Keeping as Kept } from '@sinter/sdk/contract/orders/archive';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { formatDate } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { ErrorNotice, LightButton, Loading, Section, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextareaField } from '@sinter/sdk/ui/form';
import css from './archive.module.css';

class KeepingStore {
  readonly question: Question<void, Kept>;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  readonly #id: number;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.#host = host;
    this.#id = id;
    this.question = new Question<void, Kept>(host, {
      ask: (_asked, signal) => host.api.call(readKeeping, { params: { id } }, { signal }),
      failed: 'until when the order is kept could not be read',
      refreshOn: [on(orderChanged, ({ orderId }) => orderId === id)],
    });
  }

  start(): Dispose {
    return this.question.start();
  }

  /** Throws the refusal, for the form to show. */
  async change(lift: boolean, reason: string): Promise<void> {
    const input = { params: { id: this.#id }, body: { reason } };
    this.question.put(await this.#host.api.call(lift ? liftLegalHold : setLegalHold, input));
  }
}

/** Until when the own side keeps the order, and its legal hold. */
export default observer(function Keeping({ orderId }: { orderId: number }) {
  const t = useTexts();
  const { user } = usePlugin();
  const store = useStore((host) => new KeepingStore(host, orderId));
  const [asking, setAsking] = useState(false);
  const { answer, error, retry } = store.question;
  const title = t('keeping.title');
  if (error !== null) return <ErrorNotice subject={title} error={error} onRetry={retry} />;
  if (!answer) return <Loading />;
  const { keptUntil, legalHold } = answer;
  const action = t(legalHold ? 'keeping.lift' : 'keeping.set');
  const schema = z.object({ reason: z.string().trim().min(1, t('keeping.reasonNeeded')).max(1000) });
  return (
    <Section title={title}>
      <div className={css['keeping']}>
        {keptUntil !== null && <p>{t('keeping.until', { date: formatDate(keptUntil) })}</p>}
        <p dir="auto">
          {legalHold
            ? t('keeping.hold', { date: formatDate(legalHold.at), name: legalHold.by, reason: legalHold.reason })
            : t('keeping.none')}
        </p>
        {hasOrderRight(principalOf(user).memberRoles, 'legalHold') && (
          <div>
            <LightButton onClick={() => setAsking(true)}>{action}</LightButton>
          </div>
        )}
      </div>
      {asking && (
        <FormDrawer
          title={action}
          keep={`orders.hold.${orderId}`}
          initialValues={{ reason: '' }}
          schema={schema}
          save={action}
          size={420}
          danger={legalHold !== null}
          onSubmit={async ({ reason }) => {
            await store.change(legalHold !== null, reason);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <TextareaField name="reason" label={t('keeping.reason')} required rows={4} maxLength={1000} />
        </FormDrawer>
      )}
    </Section>
  );
});
