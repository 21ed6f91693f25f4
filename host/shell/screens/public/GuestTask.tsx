import { useEffect, useId, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { readGuestTask, type GuestTaskPage } from '@sinter/sdk/contract/host/guests';
import { formatDate, formatDateTime } from '@sinter/sdk/i18n';
import { LightButton, Loading, messageOf } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { Field } from '#host/browser/session/Field.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { SplitPage } from '../SplitPage.tsx';
import css from '../signIn.module.css';
import { guestAnswer } from './guestAnswer.ts';
import { Outcome } from './Outcome.tsx';
import { bind, PublicForm } from './PublicForm.tsx';
import { linkOver } from './ResetPassword.tsx';

type State = 'reading' | 'expired' | { error: unknown } | { task: GuestTaskPage };

/** `/task/:token`: one task, for somebody who has no account. */
export const GuestTask = observer(function GuestTask({ browser, secret }: { browser: Browser; secret: string }) {
  const t = useHostTexts();
  const { api } = browser;
  const [state, setState] = useState<State>('reading');
  const [read] = useState(() => () => {
    setState('reading');
    api.call(readGuestTask, { query: { token: secret } }).then(
      (task) => setState({ task }),
      (error: unknown) => setState(linkOver(error) ? 'expired' : { error }),
    );
  });
  useEffect(() => read(), [read]);
  return (
    <SplitPage title={t('guest.title')}>
      {state === 'reading' && <Loading />}
      {state === 'expired' && (
        <Outcome kind="danger" headline={t('public.expired')}>
          <p>{t('guest.expired')}</p>
        </Outcome>
      )}
      {typeof state === 'object' && 'error' in state && (
        <Outcome kind="danger" headline={t('public.error')}>
          <p>{messageOf(state.error)}</p>
          <LightButton onClick={read}>{t('retry', { ns: 'ui' })}</LightButton>
        </Outcome>
      )}
      {typeof state === 'object' && 'task' in state && (
        <Task
          browser={browser}
          token={secret}
          task={state.task}
          onAnswered={(task) => setState({ task })}
          onExpired={() => setState('expired')}
        />
      )}
    </SplitPage>
  );
});

interface TaskProps {
  browser: Browser;
  token: string;
  task: GuestTaskPage;
  onAnswered: (task: GuestTaskPage) => void;
  onExpired: () => void;
}

const Task = observer(function Task({ browser, token, task, onAnswered, onExpired }: TaskProps) {
  const t = useHostTexts();
  const [changing, setChanging] = useState(false);
  const { title, note, dueOn, place, until, answered } = task;
  return (
    <>
      <p>{t('guest.from', { place })}</p>
      <h2 dir="auto">{title}</h2>
      {note !== '' && (
        <p dir="auto" className={css['guestNote']}>
          {note}
        </p>
      )}
      <p>
        {dueOn !== null && `${t('guest.due', { date: formatDate(dueOn) })} `}
        {t('guest.until', { date: formatDate(until) })}
      </p>
      {answered && !changing ? (
        <Outcome kind="success" headline={t('guest.done')}>
          <p>{t('guest.done.by', { name: answered.by, date: formatDateTime(answered.at) })}</p>
          <p dir="auto" className={css['guestNote']}>
            {answered.text}
          </p>
          <LightButton onClick={() => setChanging(true)}>{t('guest.change')}</LightButton>
        </Outcome>
      ) : (
        <Answer
          browser={browser}
          token={token}
          before={answered}
          onExpired={onExpired}
          onAnswered={(now) => {
            setChanging(false);
            onAnswered(now);
          }}
        />
      )}
    </>
  );
});

const Answer = observer(function Answer({
  browser,
  token,
  before,
  onAnswered,
  onExpired,
}: Omit<TaskProps, 'task'> & { before: GuestTaskPage['answered'] }) {
  const t = useHostTexts();
  const id = useId();
  const [{ form, start }] = useState(() =>
    guestAnswer({
      ...{ browser, token, before, onAnswered },
      required: { name: t('guest.name.required'), text: t('guest.text.required') },
      onFailed: (error) => {
        if (!linkOver(error)) throw error;
        onExpired();
      },
    }),
  );
  useEffect(start, [start]);
  const { value, problem, disabled, onChange } = bind(form, 'text');
  return (
    <PublicForm form={form} submit={t('guest.submit')}>
      <Field {...bind(form, 'name')} label={t('guest.name')} autoComplete="name" maxLength={120} />
      <div className={css['field']}>
        <label htmlFor={id} className={css['required']}>
          {t('guest.text')}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={6}
          maxLength={4000}
          className={css['guestText']}
          value={value}
          disabled={disabled}
          aria-required
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
        {problem && (
          <div id={`${id}-note`} className={css['error']} role="alert">
            {problem}
          </div>
        )}
      </div>
    </PublicForm>
  );
});
