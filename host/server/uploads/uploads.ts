import { sql } from 'kysely';
import { CallError, type Principal } from '@sinter/sdk/contract';
import type { beginUpload } from '@sinter/sdk/contract/host/uploads';
import type { CallArguments } from '@sinter/sdk/contract';
import type { CallContext, FileRecord, StoredFiles } from '@sinter/sdk/server';
import { isMissing } from '../files/disk.ts';
import type { Partials, Piece } from '../files/store.ts';
import type { RequestContext } from '../http/context.ts';
import type { UploadQuota } from '../http/uploadQuota.ts';
import { safeFileName } from '../http/upload.ts';
import { type RoomDb, roomTransaction } from './tables.ts';
import { AtOnce } from '../http/underWay.ts';
import { auditUploaded } from '../media/auditUploaded.ts';
import { RunningHashes } from './hashes.ts';
import { say } from '../say.ts';

const mebibyte = 1024 ** 2;
/** Bytes of a piece that senders are told to use. */
export const pieceSize = 8 * mebibyte;
/** A piece is copied while a row is locked: it must not take long. */
const largestPiece = 64 * mebibyte;
const mostOpen = 100;
/** Of the largest file, bytes that a person may have announced at a time. */
const mostOpenFiles = 4;
/** Pieces that come in at a time: a sender whose connection broke sends again before this end has noticed. */
const mostAtOnce = { upload: 3, person: 12 };
const keptHours = 24;

/** An upload as its row says. */
export interface Upload {
  id: string;
  fileName: string;
  size: number;
  controlled: boolean;
  received: number;
  sha256: string | null;
  fileId: number | null;
}

const columns = [
  'id',
  'file_name as fileName',
  'size',
  'controlled',
  'received',
  'sha256',
  'file_id as fileId',
] as const;

const forgottenBefore = () => new Date(Date.now() - keptHours * 3_600_000);
const busy = () => new CallError('CONFLICT', say('otherPiece'));

type Wanted = CallArguments<typeof beginUpload>['body'];

/** An upload is known only to the user who began it, in the facility or company where they began it. */
const ownedBy = ({ userId, companyId, facilityId }: Principal) =>
  sql<boolean>`user_id = ${userId} and company_id is not distinct from ${companyId}::bigint
    and facility_id is not distinct from ${facilityId}::bigint`;

export interface UploadParts {
  db: RoomDb;
  storedFiles: StoredFiles;
  partials: Partials;
  maxUploadBytes: number;
  quota: UploadQuota;
}

export function createUploads({ db, storedFiles, partials, maxUploadBytes, quota }: UploadParts) {
  const hashes = new RunningHashes();
  const atOnce = new AtOnce();

  async function require(user: Principal, id: string): Promise<Upload> {
    const upload = await db
      .selectFrom('upload')
      .select(columns)
      .where('id', '=', id)
      .where(ownedBy(user))
      .where('touched_at', '>=', forgottenBefore())
      .executeTakeFirst();
    if (!upload) throw new CallError('NOT_FOUND');
    return upload;
  }

  /** Takes a piece in, while not too many come in already. */
  async function receive(context: RequestContext, { id, controlled }: Upload, maxBytes: number): Promise<Piece> {
    const leave = atOnce.enter([
      [`person ${context.user.userId}`, mostAtOnce.person, () => new CallError('RATE_LIMITED')],
      [`upload ${id}`, mostAtOnce.upload, busy],
    ]);
    try {
      const { content } = await context.upload();
      return await partials.receive(content, { controlled, maxBytes });
    } finally {
      leave();
    }
  }

  return {
    require,

    /** The one that was begun before under the same id, or a new one. */
    async begin({ user, write }: CallContext, { uploadId: id, fileName, size, itar }: Wanted): Promise<Upload> {
      if (size > maxUploadBytes) {
        throw new CallError('TOO_LARGE', say('fileTooLarge', { size: sizeText(maxUploadBytes) }));
      }
      const wanted = { fileName: safeFileName(fileName), size, controlled: itar };
      const { userId: user_id, companyId: company_id, facilityId: facility_id } = user;
      const known = await db
        .selectFrom('upload')
        .select('id')
        .where('id', '=', id)
        .where('touched_at', '>=', forgottenBefore())
        .executeTakeFirst();
      if (!known) await quota(user, size);
      await write(async (unit) => {
        const own = roomTransaction(unit.db);
        await sql`select pg_advisory_xact_lock(hashtext('uploads'), ${user_id}::int)`.execute(own);
        await own.deleteFrom('upload').where('id', '=', id).where('touched_at', '<', forgottenBefore()).execute();
        const { open, bytes } = await own
          .selectFrom('upload')
          .select([sql<number>`count(*)::int`.as('open'), sql<number>`coalesce(sum(size), 0)::float8`.as('bytes')])
          .where('user_id', '=', user_id)
          .where('file_id', 'is', null)
          .where('id', '<>', id)
          .executeTakeFirstOrThrow();
        if (open >= mostOpen) throw new CallError('CONFLICT', say('tooManyUploads', { most: mostOpen }));
        if (bytes + size > mostOpenFiles * maxUploadBytes)
          throw new CallError('CONFLICT', say('tooLargeUploads', { size: sizeText(bytes) }));
        const [begun] = await own
          .insertInto('upload')
          .values({ id, user_id, company_id, facility_id, file_name: wanted.fileName, size, controlled: itar })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .execute();
        // One that was begun before needs less, and is refused where it does not fit.
        if (begun && size > (await partials.room({ controlled: itar }))) throw new CallError('STORAGE_FULL');
      });
      const upload = await require(user, id);
      const same = (['fileName', 'size', 'controlled'] as const).every((name) => upload[name] === wanted[name]);
      if (!same) throw new CallError('CONFLICT', say('otherUpload'));
      return upload;
    },

    /** Adds what came at `offset`, or as much of it as is not there yet. */
    async add(context: RequestContext, upload: Upload, offset: number): Promise<Upload> {
      const { id, controlled, size } = upload;
      if (offset > upload.received) {
        throw new CallError('CONFLICT', say('bytesMissing', { from: upload.received }));
      }
      const piece = await receive(context, upload, Math.min(largestPiece, size - offset));
      try {
        if (piece.size === 0) throw new CallError('INVALID_INPUT', undefined, { fields: { file: say('pieceEmpty') } });
        if (offset + piece.size <= upload.received) return upload;
        const before = await hashes.upTo(id, upload.received, (start, hash) =>
          partials.hash(id, { controlled, start, end: upload.received, hash }).catch((error: unknown) => {
            throw isMissing(error) ? busy() : error; // it was completed meanwhile
          }),
        );
        let hash = before;
        const next = await context.write(async (unit) => {
          const own = roomTransaction(unit.db);
          const locked = await own
            .selectFrom('upload')
            .select(columns)
            .where('id', '=', id)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst();
          if (!locked) throw busy();
          const skip = locked.received - offset;
          if (skip >= piece.size) return locked;
          if (locked.received !== upload.received) throw busy();
          hash = before.copy();
          await partials.add(id, piece, { controlled, skip, offset: locked.received, hash });
          const received = offset + piece.size;
          return own
            .updateTable('upload')
            .set({
              received,
              sha256: received === size ? hash.copy().digest('hex') : null,
              touched_at: new Date(),
            })
            .where('id', '=', id)
            .returning(columns)
            .executeTakeFirstOrThrow();
        });
        if (hash !== before) hashes.keep(id, hash, next.received);
        return next;
      } finally {
        await piece.discard();
      }
    },

    /** The file, once all of it is there. However often it is asked for, there is one. */
    async fileOf(context: CallContext, { id, fileId }: Upload): Promise<FileRecord | null> {
      if (fileId !== null) return storedFiles.byId(fileId);
      return context.write(async (unit) => {
        const own = roomTransaction(unit.db);
        const upload = await own
          .selectFrom('upload')
          .select([...columns, 'user_id', 'company_id', 'facility_id'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!upload) throw new CallError('NOT_FOUND');
        const { sha256, size, fileName, controlled } = upload;
        if (sha256 === null) return null;
        if (upload.fileId !== null) return storedFiles.byId(upload.fileId);
        await partials.finish(id, sha256, { controlled });
        const owner = { companyId: upload.company_id ?? undefined, facilityId: upload.facility_id ?? undefined };
        const file = await storedFiles.add(unit, {
          sha256,
          size,
          fileName,
          controlled,
          owner,
          createdBy: upload.user_id,
        });
        await own.updateTable('upload').set({ file_id: file.id }).where('id', '=', id).execute();
        await auditUploaded(unit, file);
        hashes.forget(id);
        return file;
      });
    },

    /** A file that it has become stays. */
    async cancel({ user, write }: CallContext, id: string): Promise<void> {
      const upload = await require(user, id);
      await write(async (unit) => {
        await roomTransaction(unit.db).deleteFrom('upload').where('id', '=', id).execute();
      });
      hashes.forget(id);
      await partials.remove(id, upload);
    },
  };
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * mebibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${Math.floor(bytes / mebibyte / 1024)} GiB`;

/** Forgets uploads that were not continued for a day, with what was received of them. */
export async function removeOldUploads(db: RoomDb, partials: Partials): Promise<void> {
  const removed = await db
    .deleteFrom('upload')
    .where('touched_at', '<', forgottenBefore())
    .returning(['id', 'controlled'])
    .execute();
  for (const { id, controlled } of removed) await partials.remove(id, { controlled });
}
