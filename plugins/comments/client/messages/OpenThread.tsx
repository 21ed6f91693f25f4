import { useEffect } from 'react';
import { observer } from 'mobx-react-lite';
import type { ThreadPage } from '@sinter/sdk/contract/comments/threads';
import { ErrorNotice, LightButton, LinkButton, Loading, StatusPill, useTexts } from '@sinter/sdk/ui';
import { Asked } from './Asked.tsx';
import { Composer } from './Composer.tsx';
import { Message } from './Message.tsx';
import type { MessagesStore } from './MessagesStore.ts';
import { Seen } from './Seen.tsx';
import { aboutText } from './Threads.tsx';
import css from './messages.module.css';

/** One thread: its messages, and the field for a reply. */
export const OpenThread = observer(function OpenThread({ store, page }: { store: MessagesStore; page: ThreadPage }) {
  const t = useTexts();
  const { present, thread: question } = store;
  const thread = present?.thread;
  const writing = thread ? store.drafts.find(String(thread.id)) : null;
  useEffect(() => {
    if (thread) store.reply(thread);
  }, [store, thread]);
  const back = (
    <LinkButton className={css['back']} onClick={() => store.open(null)}>
      {t('threads.back')}
    </LinkButton>
  );
  if (!present || !thread) {
    return (
      <>
        {back}
        {question.error ? (
          <ErrorNotice subject={t('threads.one')} error={question.error} onRetry={() => question.retry()} />
        ) : (
          <Loading />
        )}
      </>
    );
  }
  const first = present.comments.find(({ id }) => id === thread.id);
  return (
    <section className={css['thread']} data-visibility={thread.visibility} aria-label={t('threads.one')}>
      {back}
      <header>
        <h2 dir="auto">{aboutText(t, store.subjectOf(thread))}</h2>
        <Seen store={store} thread={thread} />
        {thread.resolved && (
          <StatusPill tone="green">
            {thread.resolvedBy ? t('threads.resolvedBy', { name: thread.resolvedBy }) : t('threads.resolved')}
          </StatusPill>
        )}
        <span className={css['actions']}>
          {page.writes && first?.may.share && (
            <LightButton
              size="small"
              onClick={() => store.ask({ kind: 'share', replyIds: [], facilityId: onlyOne(store, page, thread) })}
            >
              {t('share')}
            </LightButton>
          )}
          {page.writes && first?.may.resolve && (
            <LightButton size="small" disabled={store.doing.busy} onClick={() => store.resolve(thread)}>
              {t(thread.resolved ? 'reopen' : 'resolve')}
            </LightButton>
          )}
        </span>
      </header>
      <ol className={css['messages']}>
        {present.comments.map((comment) => (
          <Message key={comment.id} store={store} comment={comment} thread={thread} />
        ))}
      </ol>
      {!page.writes && <p className={css['none']}>{t('threads.readOnly')}</p>}
      {page.writes && writing && (
        <Composer
          key={thread.id}
          store={store}
          writing={writing}
          name={String(thread.id)}
          label={t('composer.reply')}
          focused={store.replies}
          inThread={thread}
        />
      )}
      <Asked store={store} page={page} opened={present} />
    </section>
  );
});

/** The facility that a thread on this can only be shared with. */
function onlyOne(store: MessagesStore, { facilities }: ThreadPage, thread: { objectKind: string; objectId: number }) {
  if (store.isProvider) return null;
  return store.subjectOf(thread)?.facilityId ?? (facilities.length === 1 ? (facilities[0]?.id ?? null) : null);
}
