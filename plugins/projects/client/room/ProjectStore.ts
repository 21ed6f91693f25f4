import { projectChanged } from '@sinter/sdk/contract/projects/events';
import { closeProject, readProject, type Project } from '@sinter/sdk/contract/projects/projects';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together, Undo } from '@sinter/sdk/state';

export type RoomHost = Pick<
  PluginHost,
  'api' | 'beforeStop' | 'events' | 'location' | 'navigate' | 'log' | 't' | 'user' | 'opens'
>;

/** Something that was taken out of the project and can be put back. */
interface Taken {
  text: string;
  putBack: () => Promise<unknown>;
}

/** One project. */
export class ProjectStore {
  panel: 'edit' | 'clone' | 'close' | null = null;
  /** The copy that was made here. */
  copy: number | null = null;
  readonly id: number;
  readonly host: RoomHost;
  readonly question: Question<void, Project>;
  readonly closing: Action<[closed: boolean], Project>;
  readonly undo: Undo<Taken>;

  constructor(host: RoomHost, id: number) {
    this.id = id;
    this.host = host;
    this.question = new Question<void, Project>(host, {
      ask: (_asked, signal) => host.api.call(readProject, { params: { id } }, { signal }),
      failed: 'a project could not be loaded',
      refreshOn: [on(projectChanged, ({ projectId }) => projectId === id)],
    });
    this.closing = new Action(host, {
      run: (closed) => host.api.call(closeProject, { params: { id }, body: { closed } }),
      onDone: (project, closed) => {
        this.show(project);
        this.open(null);
        if (closed) this.undo.offer({ text: host.t('project.closed.done'), putBack: () => this.closing.run(false) });
      },
      failed: 'a project could not be closed',
      toast: true,
    });
    this.undo = new Undo<Taken>(host, {
      run: ({ putBack }) => putBack(),
      failed: 'something could not be put back',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.question.start(), this.undo.follow());
  }

  get project(): Project | null {
    return this.question.answer;
  }

  open(panel: ProjectStore['panel']): void {
    this.panel = panel;
  }

  goTo(copy: number): void {
    this.copy = copy;
  }

  show(project: Project): void {
    this.question.put(project);
  }
}

/** What each tab of a project is drawn from. */
export interface RoomProps {
  store: ProjectStore;
  project: Project;
}
