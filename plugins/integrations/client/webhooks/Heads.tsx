import { useTexts } from '@sinter/sdk/ui';
import type { Whole } from './WebhooksStore.ts';
import css from './webhooks.module.css';

/** A message as it went out, and what came back. */
export function Heads({ delivery: { body, requestHead, responseHead, answer, messageId } }: { delivery: Whole }) {
  const t = useTexts();
  const parts = [
    ['hooks.request', requestHead],
    ['hooks.body', pretty(body)],
    ['hooks.response', responseHead === null ? null : `HTTP ${answer?.code ?? ''}\n${responseHead}`],
  ] as const;
  return (
    <div className={css['heads']}>
      <p className={css['quiet']}>
        {t('hooks.messageId')} <code dir="ltr">{messageId}</code>
      </p>
      {parts.map(([title, text]) => (
        <section key={title} aria-label={t(title)}>
          <h4>{t(title)}</h4>
          {text === null ? <p className={css['quiet']}>–</p> : <pre dir="ltr">{text}</pre>}
        </section>
      ))}
    </div>
  );
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
