import type * as z from 'zod';
import type { serverNoticeSchema } from '@sinter/sdk/contract/host/health';
import type { RoomDb } from '../events/tables.ts';
import type { FileStore } from '../files/store.ts';
import { readQueue } from '../queue/state.ts';

type ServerNotice = z.infer<typeof serverNoticeSchema>;

/** A worker that is being replaced by a new one is no news. */
const patience = 120;

/** What is about to stop, for those who can ask somebody to do something about it. */
export async function readNotices(db: RoomDb, files: Pick<FileStore, 'space'>): Promise<ServerNotice[]> {
  const [{ room, low }, { runners, waiting, waitedSeconds }] = await Promise.all([files.space(), readQueue(db)]);
  const notices: ServerNotice[] = [];
  if (low) notices.push({ kind: 'DISK_NEARLY_FULL', room });
  if (runners === 0 && waitedSeconds >= patience) {
    notices.push({ kind: 'NO_WORKER', jobs: waiting, minutes: Math.floor(waitedSeconds / 60) });
  }
  return notices;
}
