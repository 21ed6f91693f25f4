import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  addProjectFiles,
  listProjectFiles,
  projectFileContent,
  ProjectFile,
  removeProjectFile,
} from '@sinter/sdk/contract/projects/contents';
import { storedFiles, wrongField, isoTime, type CallContext, type FileReply } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { lockProject, mayDo, requireProject, roleOf, sideOf, type Side } from './access.ts';
import { countOf, filesOf, nameOf } from './read.ts';
import { record } from './record.ts';
import { say } from './texts.ts';

type Done = Promise<{ success: 'true' }>;

export async function files(
  { db, user }: CallContext,
  { params, query: { page, size } }: CallArguments<typeof listProjectFiles>,
): Promise<CallResult<typeof listProjectFiles>> {
  const { role, closed } = await requireProject(db, user, params.id);
  const { rows } = await sql<Omit<ProjectFile, 'side'> & { side: Side }>`
    select s.id, s.file_name as "fileName", s.size, f.side, ${isoTime('f.added_at')} as "addedOn",
      (select ${nameOf('u')} from app_user u where u.id = f.added_by) as "addedBy",
      (${!closed && mayDo(role, 'EDIT')}::boolean and (${role === 'OWNER'}::boolean or f.added_by = ${user.userId})) as removable
    ${filesOf(sql`${params.id}`)} order by f.added_at desc, s.id desc limit ${size} offset ${page * size}
  `.execute(db);
  return {
    files: rows.map(({ side, ...file }) => ({ ...file, side: roleOf(side) })),
    totalCount: await countOf(db, filesOf(sql`${params.id}`)),
  };
}

export async function addFiles(
  context: CallContext,
  { params, body: { fileIds } }: CallArguments<typeof addProjectFiles>,
): Done {
  const { user } = context;
  await requireProject(context.db, user, params.id);
  await Promise.all(fileIds.map((id) => context.get(storedFiles).require(user, id)));
  return context.write(async (unit) => {
    const project = await lockProject(unit, user, params.id, 'EDIT');
    // None of them is marked as export controlled until the transaction ends.
    const { rows } = await sql<{ own: boolean; controlled: boolean }>`
      select controlled, coalesce(owner_company_id = ${user.companyId}, false)
        or coalesce(owner_facility_id = ${user.facilityId}, false) as own
      from stored_file where id = any(${fileIds}::bigint[]) order by id for share
    `.execute(unit.db);
    if (rows.some(({ own }) => !own)) throw wrongField('fileIds', say('notYourFile'));
    if (rows.some(({ controlled }) => controlled)) throw wrongField('fileIds', say('controlledFile'));
    const added = await sql<{ id: number }>`
      insert into project_file (project_id, file_id, added_by, side)
      select ${project.id}, id, ${user.userId}, ${sideOf(user)} from unnest(${fileIds}::bigint[]) as id
      on conflict do nothing returning file_id as id
    `.execute(unit.db);
    const ids = added.rows.map(({ id }) => id);
    if (ids.length > 0) await record(unit, user, project, { what: 'FILE_ADDED', fileIds: ids });
    return { success: 'true' as const };
  });
}

/** Read through the project alone: a member sees it as long as they are one, and no colleague of theirs does. */
export async function content(
  context: CallContext,
  { params: { id, fileId } }: CallArguments<typeof projectFileContent>,
): Promise<FileReply> {
  const { db, user } = context;
  await requireProject(db, user, id);
  const { rows } = await sql<{ sha256: string; fileName: string }>`
    select s.sha256, s.file_name as "fileName" ${filesOf(sql`${id}`)} and s.id = ${fileId}
  `.execute(db);
  const [file] = rows;
  if (!file) throw new CallError('NOT_FOUND');
  const { stream, size } = await context.files.read(file.sha256, { controlled: false });
  return { stream, size, contentType: 'application/octet-stream', downloadName: file.fileName, cache: 'no-store' };
}

export function removeFile(
  context: CallContext,
  { params: { id, fileId } }: CallArguments<typeof removeProjectFile>,
): Done {
  const { user } = context;
  return context.write(async (unit) => {
    const project = await lockProject(unit, user, id, 'EDIT');
    const { rows } = await sql<{ addedBy: number }>`
      select f.added_by as "addedBy" ${filesOf(sql`${id}`)} and s.id = ${fileId}
    `.execute(unit.db);
    const [file] = rows;
    if (!file) throw new CallError('NOT_FOUND');
    if (file.addedBy !== user.userId && project.role !== 'OWNER') throw new CallError('FORBIDDEN');
    await sql`delete from project_file where project_id = ${id} and file_id = ${fileId}`.execute(unit.db);
    await record(unit, user, project, { what: 'FILE_REMOVED', fileIds: [fileId] });
    return { success: 'true' as const };
  });
}
