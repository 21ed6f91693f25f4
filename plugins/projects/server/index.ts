import { commentSubjects } from '@sinter/sdk/contract/comments/subjects';
import { contractOf } from '@sinter/sdk/contract/contract';
import * as contents from '@sinter/sdk/contract/projects/contents';
import * as events from '@sinter/sdk/contract/projects/events';
import * as people from '@sinter/sdk/contract/projects/members';
import * as projects from '@sinter/sdk/contract/projects/projects';
import * as tasks from '@sinter/sdk/contract/projects/tasks';
import { areaTexts, auditNames, defineServer, noticeKinds } from '@sinter/sdk/server';
import { projectsByName } from './auditNames.ts';
import { clockJob, onClock } from './clock.ts';
import { subjects } from './comments.ts';
import { addOrders, addParts, choices, orders, parts, removeOrder, removePart } from './contents.ts';
import { addFiles, content, files, removeFile } from './files.ts';
import { comeIn, invite } from './invite.ts';
import { add as addMember, candidates, change, remove as removeMember } from './members.ts';
import * as tables from './migrations/001_projects.ts';
import * as sorted from './migrations/002_sorted.ts';
import { seedDemo } from './demo.ts';
import { firstCalls } from './firstCalls.ts';
import { kinds } from './notices.ts';
import { partners } from './partners.ts';
import { detail, history, search } from './read.ts';
import { add, list, remove, update as updateTask } from './tasks.ts';
import { say } from './texts.ts';
import { clone, close, create, update } from './write.ts';

export default defineServer({
  id: 'projects',
  contract: contractOf(projects, people, contents, tasks, events),
  after: ['orders', 'catalog', 'comments'],
  migrations: { '001_projects': tables, '002_sorted': sorted },
  firstCalls,
  demo: seedDemo,
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(auditNames, projectsByName);
    server.contribute(noticeKinds, Object.values(kinds));
    server.contribute(commentSubjects, subjects);
    server.job(clockJob, onClock);
    server.handle(projects.searchProjects, async (context, input) => {
      await comeIn(context);
      return search(context, input);
    });
    server.handle(projects.readProject, async (context, { params }) => {
      await comeIn(context);
      return detail(context, params.id);
    });
    server.handle(projects.createProject, create);
    server.handle(projects.updateProject, update);
    server.handle(projects.closeProject, close);
    server.handle(projects.cloneProject, clone);
    server.handle(projects.listPartners, partners);
    server.handle(projects.readProjectHistory, history);
    server.handle(people.listCandidates, candidates);
    server.handle(people.addProjectMember, addMember);
    server.handle(people.changeProjectMember, change);
    server.handle(people.removeProjectMember, removeMember);
    server.handle(people.inviteToProject, invite);
    server.handle(contents.listProjectOrders, orders);
    server.handle(contents.addProjectOrders, addOrders);
    server.handle(contents.removeProjectOrder, removeOrder);
    server.handle(contents.listProjectParts, parts);
    server.handle(contents.addProjectParts, addParts);
    server.handle(contents.removeProjectPart, removePart);
    server.handle(contents.listProjectFiles, files);
    server.handle(contents.addProjectFiles, addFiles);
    server.handle(contents.projectFileContent, content);
    server.handle(contents.removeProjectFile, removeFile);
    server.handle(contents.listProjectChoices, choices);
    server.handle(tasks.listTasks, list);
    server.handle(tasks.addTask, add);
    server.handle(tasks.updateTask, updateTask);
    server.handle(tasks.removeTask, remove);
  },
});
