import { observer } from 'mobx-react-lite';
import { projectChanged } from '@sinter/sdk/contract/projects/events';
import { readProjectHistory } from '@sinter/sdk/contract/projects/projects';
import type { CallResult } from '@sinter/sdk/contract/call';
import { formatDateTime } from '@sinter/sdk/i18n';
import { on, Question } from '@sinter/sdk/state';
import { ErrorNotice, Loading, Pager, Section, useStore, useTexts } from '@sinter/sdk/ui';
import type { RoomProps } from '../ProjectStore.ts';
import css from '../room.module.css';

const size = 20;

/** What happened in the project, the latest first. */
export default observer(function Activity({ store }: RoomProps) {
  const t = useTexts();
  const { question } = useStore((host) => {
    const asked = new Question<number, CallResult<typeof readProjectHistory>>(host, {
      ask: (page, signal) =>
        host.api.call(readProjectHistory, { params: { id: store.id }, query: { page, size } }, { signal }),
      failed: 'what happened in a project could not be loaded',
      refreshOn: [on(projectChanged, ({ projectId }) => projectId === store.id)],
    });
    return { question: asked, start: () => asked.start(0) };
  });
  const { answer, error } = question;
  if (!answer) {
    return error === null ? (
      <Loading />
    ) : (
      <ErrorNotice subject={t('project.tab.activity')} error={error} onRetry={question.retry} />
    );
  }
  const page = question.last?.asked ?? 0;
  return (
    <Section>
      <ol className={css['events']}>
        {answer.events.map(({ id, at, by, what, subject, to }) => (
          <li key={id}>
            <span>{t(`event.${what}`, { by, subject, to: to === null ? '' : toText(t, what, to) })}</span>
            <small className={css['quiet']}>{formatDateTime(at)}</small>
          </li>
        ))}
      </ol>
      {answer.totalCount > size && (
        <Pager
          page={page}
          pageSize={size}
          shown={answer.events.length}
          total={answer.totalCount}
          onPage={(next) => question.ask(next)}
        />
      )}
    </Section>
  );
});

const toText = (t: ReturnType<typeof useTexts>, what: string, to: string): string =>
  t(what === 'TASK_MOVED' ? `task.${to}` : `role.${to}`);
