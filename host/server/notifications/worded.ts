import type { QueryExecutorProvider } from 'kysely';
import type { Principal, Sentence } from '@sinter/sdk/contract';
import type { NoticeKind, SeenSubject } from '@sinter/sdk/server';
import type { NoticeKinds } from './kinds.ts';
import { say } from '../say.ts';

export const sent = ({ message, said }: Sentence) => ({ text: message, said });

export interface NoticeRow {
  id: number;
  kind: string;
  subject_id: number;
  params: unknown;
}

export interface Worded<Row> {
  row: Row;
  kind: NoticeKind | undefined;
  says: Sentence;
  /** What it is about; `null`: its reader may not see that any more. */
  subject: SeenSubject | null;
}

/** What these notices say to this person now: of what they may not see, only that. */
export async function worded<Row extends NoticeRow>(
  { byId }: NoticeKinds,
  db: QueryExecutorProvider,
  viewer: Principal,
  rows: readonly Row[],
): Promise<Worded<Row>[]> {
  const kindOf = (row: Row) => byId.get(row.kind);
  const subjects = new Set(rows.flatMap((row) => kindOf(row)?.subject ?? []));
  const seen = new Map(
    await Promise.all(
      [...subjects].map(async (subject) => {
        const ids = rows.filter((row) => kindOf(row)?.subject === subject).map((row) => row.subject_id);
        return [subject, await subject.seen(db, viewer, [...new Set(ids)])] as const;
      }),
    ),
  );
  return rows.map((row) => {
    const kind = kindOf(row);
    const subject = (kind && seen.get(kind.subject)?.get(row.subject_id)) ?? null;
    const params = kind?.params.safeParse(row.params).data;
    const says = kind && subject && params ? kind.says({ ...params, subject: subject.name }) : say('noticeGone');
    return { row, kind, says, subject };
  });
}
