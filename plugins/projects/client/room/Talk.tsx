import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import type { RoomHost } from './ProjectStore.ts';
import { TalkStore } from './TalkStore.ts';
import css from './room.module.css';

interface TalkProps {
  host: RoomHost;
  kind: 'PROJECT' | 'TASK';
  id: number;
  closed: boolean;
}

/** Messages that all members of the project read, the oldest first. */
export const Talk = observer(function Talk({ host, kind, id, closed }: TalkProps) {
  const t = useTexts();
  const store = useStore(() => new TalkStore(host, kind, id));
  const { question, sending, deleting, draft } = store;
  const comments = question.answer?.filter(({ deleted }) => !deleted);
  return (
    <div className={css['messages']}>
      {!comments && question.error === null && <Loading />}
      {question.error !== null && (
        <ErrorNotice subject={t('project.tab.messages')} error={question.error} onRetry={question.retry} />
      )}
      {comments?.length === 0 && <p className={css['quiet']}>{t('message.none')}</p>}
      {comments?.map((comment) => (
        <article key={comment.id} className={css['message']} data-internal={comment.visibility === 'INTERNAL'}>
          <span className={css['row']}>
            <strong>
              <bdi>{comment.author.name}</bdi>
            </strong>
            <small className={css['quiet']}>
              {t(`side.${comment.author.side}`)} · {formatDateTime(comment.createdOn)}
              {comment.visibility === 'INTERNAL' && ` · ${t('message.internal')}`}
            </small>
          </span>
          <p dir="auto">{comment.body}</p>
          {comment.may.edit && (
            <div>
              <LightButton size="small" disabled={deleting.busy} onClick={() => void deleting.run(comment)}>
                {t('message.delete')}
              </LightButton>
            </div>
          )}
        </article>
      ))}
      {!closed && (
        <form
          className={css['write']}
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.text.trim() !== '') void sending.run();
          }}
        >
          <label className={css['write']}>
            {t('message.write')}
            <textarea
              dir="auto"
              maxLength={10_000}
              value={draft.text}
              onChange={({ target }) => store.write(target.value)}
            />
          </label>
          {sending.problem !== null && <span role="alert">{sending.problem}</span>}
          <div>
            <LightButton kind="primary" type="submit" loading={sending.busy} disabled={draft.text.trim() === ''}>
              {t('message.send')}
            </LightButton>
          </div>
        </form>
      )}
    </div>
  );
});
