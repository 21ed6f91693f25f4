import { useEffect, useState } from 'react';
import type { Comment } from '@sinter/sdk/contract/comments/comments';
import type { PartThreadsProps } from '@sinter/sdk/contract/preparation/partThreads';
import { formatDateTime } from '@sinter/sdk/i18n';
import { ErrorNotice, LightButton, messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Choice, Panel } from '@sinter/sdk/ui/panel';
import { observer } from 'mobx-react-lite';
import { Pins, type Draft, type Thread } from './Pins.ts';
import css from './pinnedThreads.module.css';

export default function PinnedThreads({ about: { objectKind, objectId }, fly, onPins }: PartThreadsProps) {
  const host = usePlugin();
  const [pins] = useState(() => new Pins(host, { objectKind, objectId }));
  useEffect(() => pins.start(), [pins]);
  useEffect(() => {
    onPins(pins);
    return () => onPins(null);
  }, [pins, onPins]);
  return <Threads pins={pins} fly={fly} />;
}

interface ThreadsProps {
  pins: Pins;
  fly: PartThreadsProps['fly'];
}

const Threads = observer(function Threads({ pins, fly }: ThreadsProps) {
  const t = useTexts();
  const { threads, placing, draft, error, refusal, writes } = pins;
  return (
    <Panel title={t('pins', { count: threads.length })} open>
      {error !== null && <ErrorNotice subject={t('pins.title')} error={error} onRetry={() => void pins.load()} />}
      {writes && fly && !draft && (
        <LightButton size="small" aria-pressed={placing} onClick={() => pins.place(!placing)}>
          {t(placing ? 'pins.stop' : 'pins.add')}
        </LightButton>
      )}
      {writes && draft && <NewComment pins={pins} draft={draft} />}
      {refusal !== null && <p role="alert">{messageOf(refusal)}</p>}
      {threads.length === 0 && !(writes && draft) && error === null && <p className={css['muted']}>{t('pins.none')}</p>}
      {writes === false && <p className={css['muted']}>{t('threads.readOnly')}</p>}
      <ol className={css['comments']}>
        {threads.map((thread, index) => (
          <OneThread key={thread.comment.id} thread={thread} number={index + 1} pins={pins} fly={fly} />
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
        {t('pins.text')}
        <textarea
          className={css['text']}
          rows={3}
          autoFocus
          dir="auto"
          value={draft.text}
          onChange={({ target }) => pins.write({ text: target.value })}
        />
      </label>
      <Choice
        label={t('pins.visibility')}
        options={(['SHARED', 'INTERNAL'] as const).map((value) => ({ value, text: t(`pins.${value}`) }))}
        value={draft.visibility}
        onChange={(visibility) => pins.write({ visibility })}
      />
      <div className={css['row']}>
        <LightButton size="small" kind="primary" type="submit" loading={pins.busy} disabled={draft.text.trim() === ''}>
          {t('pins.save')}
        </LightButton>
        <LightButton size="small" onClick={() => pins.discard()}>
          {t('pins.discard')}
        </LightButton>
        <LightButton size="small" onClick={() => pins.place(true)}>
          {t('pins.move')}
        </LightButton>
      </div>
    </form>
  );
});

interface OneThreadProps {
  thread: Thread;
  number: number;
  pins: Pins;
  fly: PartThreadsProps['fly'];
}

const OneThread = observer(function OneThread({ thread, number, pins, fly }: OneThreadProps) {
  const t = useTexts();
  const { comment, answers } = thread;
  const { author, resolved, may, pin } = comment;
  const answering = pins.writes && pins.answer?.to.id === comment.id;
  return (
    <li data-selected={pins.selected === comment.id} data-resolved={resolved}>
      <button
        type="button"
        className={css['commentHead']}
        aria-label={t('pins.go', { number })}
        onClick={() => {
          pins.select(comment.id);
          fly?.(pin.camera);
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
      <p dir="auto">{comment.deleted ? <em>{t('pins.deleted')}</em> : comment.body}</p>
      {answers.length > 0 && (
        <ul className={css['answers']} aria-label={t('pins.answers', { number })}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <span>
                <strong>{answer.author.name}</strong>
                <Written comment={answer} />
              </span>
              <p dir="auto">{answer.body}</p>
              <Delete comment={answer} pins={pins} />
            </li>
          ))}
        </ul>
      )}
      {answering ? (
        <NewAnswer pins={pins} />
      ) : (
        <div className={css['row']}>
          {pins.writes && !comment.deleted && (
            <LightButton size="small" onClick={() => pins.reply(comment)}>
              {t('pins.reply')}
            </LightButton>
          )}
          {may.resolve && (
            <LightButton size="small" disabled={pins.busy} onClick={() => void pins.resolve(comment, !resolved)}>
              {t(resolved ? 'pins.reopen' : 'pins.resolve')}
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
      {formatDateTime(createdOn)} · {t(`pins.${visibility}`)}
      {resolved && ` · ${t('pins.resolved')}`}
    </small>
  );
};

const Delete = observer(function Delete({ comment, pins }: { comment: Comment; pins: Pins }) {
  const t = useTexts();
  if (!comment.may.edit) return null;
  return (
    <LightButton size="small" kind="danger" disabled={pins.busy} onClick={() => void pins.remove(comment)}>
      {t('pins.delete')}
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
        {t('pins.answer')}
        <textarea
          className={css['text']}
          rows={2}
          autoFocus
          dir="auto"
          value={text}
          onChange={({ target }) => pins.writeAnswer(target.value)}
        />
      </label>
      <div className={css['row']}>
        <LightButton size="small" kind="primary" type="submit" loading={pins.busy} disabled={text.trim() === ''}>
          {t('pins.send')}
        </LightButton>
        <LightButton size="small" onClick={pins.discardAnswer}>
          {t('pins.discard')}
        </LightButton>
      </div>
    </form>
  );
});
