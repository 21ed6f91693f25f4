import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { principalOf } from '@sinter/sdk/auth';
import { readRetention, saveRetention } from '@sinter/sdk/contract/orders/archive';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { LightButton, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField } from '@sinter/sdk/ui/form';

class RetentionStore {
  readonly question: Question<void, { years: number }>;
  readonly #api: PluginHost['api'];

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#api = host.api;
    this.question = new Question<void, { years: number }>(host, {
      ask: (_asked, signal) => host.api.call(readRetention, {}, { signal }),
      failed: 'the retention of archived orders could not be read',
    });
  }

  start(): Dispose {
    return this.question.start();
  }

  /** Throws the refusal, for the form to show. */
  async save(years: number): Promise<void> {
    this.question.put(await this.#api.call(saveRetention, { body: { years } }));
  }
}

/** For how long archived orders are kept; who may, changes it. */
export default observer(function Retention() {
  const t = useTexts();
  const { user } = usePlugin();
  const store = useStore((host) => new RetentionStore(host));
  const [open, setOpen] = useState(false);
  const { answer } = store.question;
  if (!answer) return null;
  const { years } = answer;
  const text = t('retention.button', { count: years });
  if (!hasOrderRight(principalOf(user).memberRoles, 'legalHold')) return <span>{text}</span>;
  const wrong = t('retention.wrong');
  const schema = z.object({ years: z.number({ error: wrong }).int(wrong).min(1, wrong).max(100, wrong) });
  return (
    <>
      <LightButton onClick={() => setOpen(true)}>{text}</LightButton>
      {open && (
        <FormDrawer
          title={t('retention.title')}
          keep="orders.retention"
          size={420}
          initialValues={{ years }}
          schema={schema}
          onSubmit={async (changed) => {
            await store.save(changed.years);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          <NumberField name="years" label={t('retention.years')} min={1} max={100} precision={0} />
          <p>{t('retention.hint')}</p>
        </FormDrawer>
      )}
    </>
  );
});
