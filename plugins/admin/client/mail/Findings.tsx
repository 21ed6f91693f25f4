import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import { DataTable, EmptyState, LightButton, StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';
import type { MailStore } from './MailStore.ts';
import css from './mail.module.css';

const tones = { GOOD: 'green', WEAK: 'amber', WRONG: 'red', MISSING: 'red', UNKNOWN: 'grey' } as const satisfies Record<
  string,
  Tone
>;

/** What the mail server says, what the domain publishes, and which mails did not go. */
export const Findings = observer(function Findings({ store }: { store: MailStore }) {
  const t = useTexts();
  const { tested, domain, testing, checking, failures } = store;
  return (
    <>
      <section className={css['section']} aria-labelledby="mail-test">
        <h2 id="mail-test">{t('mail.test')}</h2>
        <p className={css['quiet']}>{t('mail.test.text')}</p>
        <div>
          <LightButton loading={testing.busy} onClick={() => void testing.run()}>
            {t('mail.test.send')}
          </LightButton>
        </div>
        <div role="status">
          {testing.problem ??
            (tested && <StatusPill tone={tested.sent ? 'green' : 'red'}>{say(tested.text, tested.said)}</StatusPill>)}
          {tested && tested.answer !== '' && (
            <pre className={css['answer']} dir="ltr">
              {tested.answer}
            </pre>
          )}
        </div>
      </section>
      <section className={css['section']} aria-labelledby="mail-domain">
        <h2 id="mail-domain">{t('mail.domain')}</h2>
        <p className={css['quiet']}>{t('mail.domain.text')}</p>
        <div>
          <LightButton loading={checking.busy} onClick={() => void checking.run()}>
            {t('mail.domain.check')}
          </LightButton>
        </div>
        <div role="status">
          {checking.problem ?? (domain === null && <p>{t('mail.domain.none')}</p>)}
          {domain &&
            (['spf', 'dkim', 'dmarc'] as const).map((name) => (
              <div key={name} className={css['record']}>
                <strong>{name.toUpperCase()}</strong>{' '}
                <StatusPill tone={tones[domain[name].state]}>{t(`mail.record.${domain[name].state}`)}</StatusPill>
                <p>{say(domain[name].text, domain[name].said)}</p>
                {domain[name].record !== '' && (
                  <pre className={css['answer']} dir="ltr">
                    {domain[name].record}
                  </pre>
                )}
              </div>
            ))}
        </div>
      </section>
      <section className={css['section']} aria-labelledby="mail-failures">
        <h2 id="mail-failures">{t('mail.failures')}</h2>
        <DataTable
          label={t('mail.failures')}
          rows={failures.answer ?? []}
          rowKey={({ id }) => id}
          loading={failures.loading}
          error={failures.error}
          onRetry={failures.retry}
          empty={<EmptyState title={t('mail.failures.none')} text={t('mail.failures.none.text')} />}
          columns={[
            { key: 'to', rank: 'name', title: t('mail.failures.to'), render: ({ to }) => <bdi>{to}</bdi> },
            {
              key: 'subject',
              rank: 'extra',
              title: t('mail.failures.subject'),
              render: ({ subject }) => <bdi>{subject}</bdi>,
            },
            {
              key: 'state',
              title: t('mail.failures.state'),
              render: ({ state }) => (
                <StatusPill tone={state === 'FAILED' ? 'red' : 'amber'}>{t(`mail.failures.${state}`)}</StatusPill>
              ),
            },
            {
              key: 'answer',
              rank: 'extra',
              title: t('mail.failures.answer'),
              render: ({ answer }) => <bdi>{answer}</bdi>,
            },
            {
              key: 'at',
              rank: 'detail',
              title: t('mail.failures.at'),
              render: ({ createdAt }) => formatDateTime(createdAt),
            },
          ]}
        />
      </section>
      {store.config.answer?.repliesDomain != null && <Replies store={store} />}
    </>
  );
});

/** Replies that became no message, and what their senders were told. */
const Replies = observer(function Replies({ store: { replies } }: { store: MailStore }) {
  const t = useTexts();
  return (
    <section className={css['section']} aria-labelledby="mail-replies">
      <h2 id="mail-replies">{t('mail.replies')}</h2>
      <DataTable
        label={t('mail.replies')}
        rows={replies.answer ?? []}
        rowKey={({ id }) => id}
        loading={replies.loading}
        error={replies.error}
        onRetry={replies.retry}
        empty={<EmptyState title={t('mail.replies.none')} text={t('mail.replies.none.text')} />}
        columns={[
          { key: 'from', rank: 'name', title: t('mail.replies.from'), render: ({ from }) => <bdi>{from}</bdi> },
          {
            key: 'state',
            title: t('mail.replies.state'),
            render: ({ state }) => (
              <StatusPill tone={state === 'REFUSED' ? 'red' : 'grey'}>{t(`mail.replies.${state}`)}</StatusPill>
            ),
          },
          {
            key: 'told',
            rank: 'extra',
            title: t('mail.replies.told'),
            render: ({ text, said }) => <bdi>{text === '' ? '' : say(text, said)}</bdi>,
          },
          {
            key: 'at',
            rank: 'detail',
            title: t('mail.replies.at'),
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
      />
    </section>
  );
});
