import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { listProjectChoices } from '@sinter/sdk/contract/projects/contents';
import type { CallResult } from '@sinter/sdk/contract/call';
import { Action, Question } from '@sinter/sdk/state';
import {
  ErrorNotice,
  LightButton,
  Link,
  Loading,
  SearchInput,
  toast,
  usePlugin,
  useStore,
  useTexts,
} from '@sinter/sdk/ui';
import { DropPanel } from '@sinter/sdk/ui/lists';
import { projectsPath } from '../paths.ts';
import css from './add.module.css';

type Choice = CallResult<typeof listProjectChoices>[number];

interface AddToProps {
  /** What is put into a project. */
  name: string;
  choices: (search: string, signal: AbortSignal) => Promise<Choice[]>;
  add: (projectId: number) => Promise<unknown>;
}

/** A button that opens the person's open projects. */
export const AddTo = (props: AddToProps) => (
  <DropPanel label={useTexts()('add.to')}>{(close) => <Projects {...props} onDone={close} />}</DropPanel>
);

const Projects = observer(function Projects({ name, choices, add, onDone }: AddToProps & { onDone: () => void }) {
  const t = useTexts();
  const host = usePlugin();
  const path = projectsPath(host);
  const { question } = useStore((given) => {
    const asked = new Question<string, Choice[]>(given, { ask: choices, failed: 'projects could not be loaded' });
    return { question: asked, start: () => asked.start('') };
  });
  const [adding] = useState(
    () =>
      new Action<[Choice], unknown>(host, {
        run: ({ id }) => add(id),
        onDone: (_, project) => {
          toast.success(t('add.done', { name, project: project.name }));
          onDone();
        },
        failed: 'nothing was added to a project',
      }),
  );
  const { answer, error } = question;
  return (
    <div className={css['panel']}>
      <SearchInput label={t('projects.search')} placeholder={t('projects.search')} onSearch={(q) => question.ask(q)} />
      {adding.problem !== null && <span role="alert">{adding.problem}</span>}
      {error !== null && <ErrorNotice subject={t('page.projects')} error={error} onRetry={question.retry} />}
      {!answer && error === null && <Loading />}
      {answer?.length === 0 && <p className={css['none']}>{t('add.none')}</p>}
      <ul className={css['list']}>
        {answer?.map((project) => (
          <li key={project.id}>
            <LightButton
              disabled={project.holds || adding.busy}
              title={project.holds ? t('add.there') : undefined}
              onClick={() => void adding.run(project)}
            >
              <bdi>{project.name}</bdi>
              {project.holds && ` (${t('add.there')})`}
            </LightButton>
          </li>
        ))}
      </ul>
      <Link to={path}>{t('add.all')}</Link>
    </div>
  );
});
