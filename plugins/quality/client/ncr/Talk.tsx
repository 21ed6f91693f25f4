import { observer } from 'mobx-react-lite';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { TalkStore, type TalkKind } from './TalkStore.ts';
import css from './ncr.module.css';

/** A thread of a non-conformance, the oldest comment first. */
export default observer(function Talk({ kind, id }: { kind: TalkKind; id: number }) {
  const t = useTexts();
  const store = useStore((host) => new TalkStore(host, kind, id));
  const { question, sending, deleting, draft } = store;
  const comments = question.answer?.filter(({ deleted }) => !deleted);
  const title = t(`ncr.talk.${kind}`);
  return (
    <Section title={title}>
      {!comments && question.error === null && <Loading />}
      {question.error !== null && <ErrorNotice subject={title} error={question.error} onRetry={question.retry} />}
      {comments?.length === 0 && <p className={css['quiet']}>{t(`ncr.talk.none.${kind}`)}</p>}
      {comments && comments.length > 0 && (
        <ol className={css['talk']} aria-label={title}>
          {comments.map((comment) => (
            <li key={comment.id}>
              <strong>
                <bdi>{comment.author.name}</bdi>
              </strong>{' '}
              <span className={css['quiet']}>{formatDateTime(comment.createdOn)}</span>
              <p dir="auto">{comment.body}</p>
              {comment.may.edit && (
                <LightButton size="small" disabled={deleting.busy} onClick={() => void deleting.run(comment)}>
                  {t('ncr.talk.delete')}
                </LightButton>
              )}
            </li>
          ))}
        </ol>
      )}
      <form
        className={css['write']}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.text.trim() !== '') void sending.run();
        }}
      >
        <label className={css['write']}>
          {t(`ncr.talk.write.${kind}`)}
          <textarea
            dir="auto"
            rows={3}
            maxLength={10_000}
            value={draft.text}
            onChange={({ target }) => store.write(target.value)}
          />
        </label>
        {sending.problem !== null && <span role="alert">{sending.problem}</span>}
        <div>
          <LightButton kind="primary" type="submit" loading={sending.busy} disabled={draft.text.trim() === ''}>
            {t('ncr.talk.send')}
          </LightButton>
        </div>
      </form>
    </Section>
  );
});
