import { observer } from 'mobx-react-lite';
import { mostCapaTasks, type Capa, type CapaTask } from '@sinter/sdk/contract/quality/capas';
import { formatDate, formatDateTime } from '@sinter/sdk/i18n';
import { CopyButton, LightButton, LightInput, Section, StatusPill, useTexts } from '@sinter/sdk/ui';
import type { CapaStore } from './CapaStore.ts';
import { doerOf, Due } from './words.tsx';
import css from '../ncr/ncr.module.css';
import own from './capa.module.css';

/** What is to be done, by whom and until when. */
export const Tasks = observer(function Tasks({ store, capa }: { store: CapaStore; capa: Capa }) {
  const t = useTexts();
  const { taskList, mayEdit } = capa;
  return (
    <Section
      title={t('capa.tasks')}
      actions={
        mayEdit &&
        taskList.length < mostCapaTasks && (
          <LightButton onClick={() => store.open({ what: 'newTask' })}>{t('capa.task.add')}</LightButton>
        )
      }
    >
      {taskList.length === 0 && <p className={css['quiet']}>{t('capa.tasks.none')}</p>}
      <ul className={own['tasks']} aria-label={t('capa.tasks')}>
        {taskList.map((task) => (
          <Task key={task.id} store={store} task={task} mayEdit={mayEdit} />
        ))}
      </ul>
    </Section>
  );
});

const Task = observer(function Task({ store, task, mayEdit }: { store: CapaStore; task: CapaTask; mayEdit: boolean }) {
  const t = useTexts();
  const { id, kind, title, note, supplier, linkUntil, dueOn, overdue, result, doneAt, doneBy, mine } = task;
  const open = doneAt === null;
  const doer = doerOf(task);
  const { made } = store;
  return (
    <li>
      <span className={css['rowHead']}>
        <strong dir="auto">{title}</strong>
        <StatusPill tone="grey">{t(`capa.task.kind.${kind}`)}</StatusPill>
        {open ? (
          overdue && <StatusPill tone="red">{t('capa.overdue')}</StatusPill>
        ) : (
          <StatusPill tone="green">{t('capa.task.isDone')}</StatusPill>
        )}
      </span>
      <span className={css['quiet']}>
        {doer === '' ? t('capa.task.nobody') : <bdi>{supplier === '' ? doer : t('capa.task.by', { supplier })}</bdi>}
        {dueOn !== null && (
          <>
            {' · '}
            {t('capa.due')} <Due on={dueOn} over={!open} />
          </>
        )}
      </span>
      {note !== '' && (
        <p dir="auto" className={own['note']}>
          {note}
        </p>
      )}
      {!open && (
        <span className={css['quiet']}>
          <bdi>{doneBy}</bdi>, {formatDateTime(doneAt)}
        </span>
      )}
      {result !== '' && <q dir="auto">{result}</q>}
      {linkUntil !== null && (
        <span className={css['quiet']}>{t('capa.link.until', { date: formatDate(linkUntil) })}</span>
      )}
      {made?.taskId === id && (
        <div className={own['link']}>
          <label>
            {t('capa.link.once')}
            <LightInput readOnly dir="ltr" value={made.url} onFocus={({ target }) => target.select()} />
          </label>
          <CopyButton label={t('capa.link')} text={made.url} />
        </div>
      )}
      {(mayEdit || mine) && (
        <span className={css['rowHead']}>
          {open && mine && (
            <LightButton
              size="small"
              aria-label={t('capa.task.done.named', { name: title })}
              onClick={() => store.open({ what: 'done', task })}
            >
              {t('capa.task.done')}
            </LightButton>
          )}
          {!open && mine && (
            <LightButton
              size="small"
              aria-label={t('capa.task.reopen.named', { name: title })}
              disabled={store.reopening.busy}
              onClick={() => void store.reopening.run(id)}
            >
              {t('capa.task.reopen')}
            </LightButton>
          )}
          {open && mayEdit && (
            <>
              <LightButton
                size="small"
                aria-label={t('capa.task.change.named', { name: title })}
                onClick={() => store.open({ what: 'task', task })}
              >
                {t('capa.change')}
              </LightButton>
              {supplier !== '' && (
                <LightButton
                  size="small"
                  aria-label={t('capa.link.make.named', { name: title })}
                  onClick={() => store.open({ what: 'link', task })}
                >
                  {t('capa.link.make')}
                </LightButton>
              )}
              {linkUntil !== null && (
                <LightButton
                  size="small"
                  aria-label={t('capa.link.end.named', { name: title })}
                  disabled={store.ending.busy}
                  onClick={() => void store.ending.run(id)}
                >
                  {t('capa.link.end')}
                </LightButton>
              )}
              <LightButton
                size="small"
                aria-label={t('capa.task.remove.named', { name: title })}
                onClick={() => store.askRemoval({ task })}
              >
                {t('capa.task.remove')}
              </LightButton>
            </>
          )}
        </span>
      )}
    </li>
  );
});
