import type { Comment } from '@sinter/sdk/contract/comments/comments';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, messageOf, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Draft, Pins, Thread } from '../Pins.ts';
import type { PartScene } from '../scene/PartScene.ts';
import css from '../viewer.module.css';
import { Choice, Panel } from './Panel.tsx';

interface CommentsProps {
  pins: Pins;
  scene: PartScene | null;
}

export const Comments = observer(function Comments({ pins, scene }: CommentsProps) {
  const t = useTexts();
  const { threads, placing, draft, error, refusal } = pins;
  return (
    <Panel title={t('viewer.comments', { count: threads.length })} open>
      {error !== null && (
        <ErrorNotice subject={t('viewer.comments.title')} error={error} onRetry={() => void pins.load()} />
      )}
      {scene && !draft && (
        <LightButton size="small" aria-pressed={placing} onClick={() => pins.place(!placing)}>
          {t(placing ? 'viewer.comments.stop' : 'viewer.comments.add')}
        </LightButton>
      )}
      {draft && <NewComment pins={pins} draft={draft} />}
      {refusal !== null && <p role="alert">{messageOf(refusal)}</p>}
      {threads.length === 0 && !draft && error === null && <p className={css['muted']}>{t('viewer.comments.none')}</p>}
      <ol className={css['comments']}>
        {threads.map((thread, index) => (
          <OneThread key={thread.comment.id} thread={thread} number={index + 1} pins={pins} scene={scene} />
        ))}
      </ol>
    </Panel>
  );
});

const NewComment = observer(function NewComment({ pins, draft }: { pins: Pins; draft: Draft }) {
  const t = useTexts();
  return (
    <form
      className={css['stack']}
      onSubmit={(event) => {
        event.preventDefault();
        void pins.save();
      }}
    >
      <label className={css['stack']}>
        {t('viewer.comments.text')}
        <textarea
          className={css['text']}
          rows={3}
          maxLength={10_000}
          autoFocus
          value={draft.text}
          onChange={({ target }) => pins.write({ text: target.value })}
        />
      </label>
      <Choice
        label={t('viewer.comments.visibility')}
        options={(['SHARED', 'INTERNAL'] as const).map((value) => ({ value, text: t(`viewer.comments.${value}`) }))}
        value={draft.visibility}
        onChange={(visibility) => pins.write({ visibility })}
      />
      <div className={css['row']}>
        <LightButton size="small" kind="primary" type="submit" loading={pins.busy} disabled={draft.text.trim() === ''}>
          {t('viewer.comments.save')}
        </LightButton>
        <LightButton size="small" onClick={() => pins.discard()}>
          {t('viewer.comments.discard')}
        </LightButton>
        <LightButton size="small" onClick={() => pins.place(true)}>
          {t('viewer.comments.move')}
        </LightButton>
      </div>
    </form>
  );
});

interface OneThreadProps {
  thread: Thread;
  number: number;
  pins: Pins;
  scene: PartScene | null;
}

const OneThread = observer(function OneThread({ thread, number, pins, scene }: OneThreadProps) {
  const t = useTexts();
  const { comment, answers } = thread;
  const { author, resolved, may, pin } = comment;
  const answering = pins.answer?.to.id === comment.id;
  return (
    <li data-selected={pins.selected === comment.id} data-resolved={resolved}>
      <button
        type="button"
        className={css['commentHead']}
        aria-label={t('viewer.comments.go', { number })}
        onClick={() => {
          pins.select(comment.id);
          scene?.fly(pin.camera);
        }}
      >
        <span className={css['number']} data-resolved={resolved}>
          {number}
        </span>
        <span>
          <strong>{author.name}</strong>
          <Written comment={comment} />
        </span>
      </button>
      <p>{comment.deleted ? <em>{t('viewer.comments.deleted')}</em> : comment.body}</p>
      {answers.length > 0 && (
        <ul className={css['answers']} aria-label={t('viewer.comments.answers', { number })}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <span>
                <strong>{answer.author.name}</strong>
                <Written comment={answer} />
              </span>
              <p>{answer.body}</p>
              <Delete comment={answer} pins={pins} />
            </li>
          ))}
        </ul>
      )}
      {answering ? (
        <NewAnswer pins={pins} />
      ) : (
        <div className={css['row']}>
          {!comment.deleted && (
            <LightButton size="small" onClick={() => pins.reply(comment)}>
              {t('viewer.comments.reply')}
            </LightButton>
          )}
          {may.resolve && (
            <LightButton size="small" disabled={pins.busy} onClick={() => void pins.resolve(comment, !resolved)}>
              {t(resolved ? 'viewer.comments.reopen' : 'viewer.comments.resolve')}
            </LightButton>
          )}
          <Delete comment={comment} pins={pins} />
        </div>
      )}
    </li>
  );
});

/** The time of a comment, and who can see it. */
const Written = ({ comment: { createdOn, visibility, resolved } }: { comment: Comment }) => {
  const t = useTexts();
  return (
    <small>
      {formatDateTime(createdOn)} · {t(`viewer.comments.${visibility}`)}
      {resolved && ` · ${t('viewer.comments.resolved')}`}
    </small>
  );
};

const Delete = observer(function Delete({ comment, pins }: { comment: Comment; pins: Pins }) {
  const t = useTexts();
  if (!pins.isOwn(comment) || comment.deleted) return null;
  return (
    <LightButton size="small" kind="danger" disabled={pins.busy} onClick={() => void pins.remove(comment)}>
      {t('viewer.comments.delete')}
    </LightButton>
  );
});

const NewAnswer = observer(function NewAnswer({ pins }: { pins: Pins }) {
  const t = useTexts();
  const text = pins.answer?.text ?? '';
  return (
    <form
      className={css['stack']}
      onSubmit={(event) => {
        event.preventDefault();
        void pins.sendAnswer();
      }}
    >
      <label className={css['stack']}>
        {t('viewer.comments.answer')}
        <textarea
          className={css['text']}
          rows={2}
          maxLength={10_000}
          autoFocus
          value={text}
          onChange={({ target }) => pins.writeAnswer(target.value)}
        />
      </label>
      <div className={css['row']}>
        <LightButton size="small" kind="primary" type="submit" loading={pins.busy} disabled={text.trim() === ''}>
          {t('viewer.comments.send')}
        </LightButton>
        <LightButton size="small" onClick={pins.discardAnswer}>
          {t('viewer.comments.discard')}
        </LightButton>
      </div>
    </form>
  );
});
