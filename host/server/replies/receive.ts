import { CallError, refusal, type PermissionSpec, type Principal } from '@sinter/sdk/contract';
import type { CallContext, FileRecord, NoticeAnswers, StoredFiles } from '@sinter/sdk/server';
import type { Logger } from '@sinter/sdk/plugin';
import type { PersonContexts } from '../http/context.ts';
import { limitsOf } from '../http/limits.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import type { UploadQuota } from '../http/uploadQuota.ts';
import { sha256 } from '../identity/secretToken.ts';
import { addUploaded } from '../media/addUploaded.ts';
import type { ReplyAddress } from '../mail/replyAddresses.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { AnswersTo } from '../notifications/kinds.ts';
import { say } from '../say.ts';
import { readMember } from '../session/readSession.ts';
import type { RoomDb as SessionDb } from '../session/tables.ts';
import type { Message } from './messageTask.ts';
import { Refused, refusedBy } from './refused.ts';
import type { Resolve } from './resolver.ts';
import type { Carried } from './sender.ts';
import type { RoomDb } from './tables.ts';
import { readInThread } from './thread.ts';

export interface ReceiveParts {
  db: RoomDb;
  members: SessionDb;
  permissions: readonly PermissionSpec[];
  answersTo: AnswersTo;
  states: FacilityStates;
  contextOf: PersonContexts;
  limiter: RateLimiter;
  storedFiles: StoredFiles;
  quota: UploadQuota;
  resolve: Resolve;
  /** Addresses of ours in what is quoted. */
  ours: (facilityId: number | null) => Promise<readonly string[]>;
  log: Logger;
}

/** An email as it came in. */
export interface Incoming {
  raw: Buffer;
  address: ReplyAddress & { id: number };
  /** Of the envelope; empty: a mail server itself. */
  sender: string;
  ip: string;
  helo: string;
  id: string;
}

/** Writes what the email says as its person would on the screen, or throws `Refused`. What no person has written is dropped. */
export async function receive(parts: ReceiveParts, incoming: Incoming): Promise<void> {
  const { raw, address, sender } = incoming;
  const known: Known = { from: sender, hash: sha256(`${address.id} ${sha256(raw.toString('latin1'))}`) };
  try {
    const isWritten = sender !== '' && (await answer(parts, incoming, known));
    await keep(parts, incoming, known, isWritten ? 'ACCEPTED' : 'DROPPED');
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    if (refused.responseCode >= 500) await keep(parts, incoming, known, 'REFUSED', refused.says);
    throw refused;
  }
}

/** What the log says of an email, as far as it is known. */
interface Known {
  from: string;
  hash: string;
}

/** Answers `false` for what a program has written. */
async function answer(parts: ReceiveParts, incoming: Incoming, known: Known): Promise<boolean> {
  const { raw, address, ip, id: requestId } = incoming;
  const { membershipId, kind, thread } = address;
  const message = await readInThread({ raw: new Uint8Array(raw), ours: await parts.ours(address.facilityId) });
  if (message.automatic) return false;
  if (message.messageId !== null) known.hash = sha256(`${address.id} ${message.messageId}`);
  const [from, ...others] = message.from;
  if (from !== undefined) known.from = from;

  const answers = parts.answersTo(kind);
  const member = await readMember(parts.members, { permissions: [...parts.permissions] }, membershipId);
  if (!answers || !member) throw new Refused(550, say('replies.gone'));
  const { principal, user } = member;
  if (from === undefined || others.length > 0 || from !== user.email.toLowerCase()) {
    throw new Refused(550, say('replies.otherSender'));
  }
  const proof = await proofOf(parts, { ...incoming, from });
  if (proof === 'NO') throw new Refused(550, say('replies.unproven', { domain: from.slice(from.indexOf('@') + 1) }));
  if (proof === 'UNKNOWN') throw new Refused(451, say('replies.dnsSilent'));

  const person = { principal, membershipId, address: ip, requestId, signal: new AbortController().signal };
  const context = parts.contextOf(person);
  await admit(parts, principal, answers, ip);
  if (await isAccepted(parts.db, known.hash)) return true;
  await requireOpen(answers, context, thread);
  if (message.text === '') throw new Refused(550, say('replies.empty'));
  await write(parts, context, answers, thread, message, known.hash);
  return true;
}

async function proofOf({ resolve, log }: ReceiveParts, mail: Carried): Promise<'YES' | 'NO' | 'UNKNOWN'> {
  try {
    const { standsBy } = await import('./sender.ts'); // only a process that receives needs it
    return await standsBy(mail, resolve);
  } catch (error) {
    log.warn('the domain of a sender could not be checked', { error: String(error) });
    return 'UNKNOWN';
  }
}

/** As the route of the call does. */
async function admit(
  { states, limiter }: ReceiveParts,
  principal: Principal,
  { call }: NoticeAnswers,
  ip: string,
): Promise<void> {
  const refused = refusal(call.guard, principal);
  if (refused) throw new CallError(refused.code);
  const state = await states.of(principal);
  if (!state.answers(call.owner, null)) throw new CallError('MODULE_OFF');
  const limits = limitsOf(call);
  if (limits) await limiter.countCall({ ip, session: { principal } }, call, limits);
}

async function requireOpen(answers: NoticeAnswers, context: CallContext, thread: string): Promise<void> {
  try {
    await answers.requireOpen(context, thread);
  } catch (error) {
    throw error instanceof CallError && error.code === 'NOT_FOUND' ? new Refused(550, say('replies.gone')) : error;
  }
}

/** The files go the way of an upload; where the message is refused, none of them stays. */
async function write(
  parts: ReceiveParts,
  context: CallContext,
  answers: NoticeAnswers,
  thread: string,
  { text, attachments }: Message,
  hash: string,
): Promise<void> {
  const added: FileRecord[] = [];
  try {
    for (const attachment of attachments) added.push(await upload(parts, context, attachment));
    const eventId = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
    await answers.write(context, thread, { eventId, body: text, fileIds: added.map(({ id }) => id) });
  } catch (error) {
    const fileIds = added.map(({ id }) => id);
    if (fileIds.length > 0) await context.write((unit) => parts.storedFiles.remove(unit, fileIds));
    throw error;
  }
}

async function upload(
  { quota, storedFiles }: ReceiveParts,
  { user, files, write: commit }: CallContext,
  { fileName, content }: Message['attachments'][number],
): Promise<FileRecord> {
  if (content.byteLength === 0) throw new Refused(550, say('replies.emptyFile', { fileName }));
  await quota(user, content.byteLength);
  const bytes = (async function* () {
    yield content;
  })();
  const stored = await files.write(bytes, { controlled: false, maxBytes: content.byteLength });
  return commit((unit) => addUploaded(unit, storedFiles, user, { ...stored, fileName, controlled: false }));
}

async function isAccepted(db: RoomDb, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_reply')
    .select('id')
    .where('message_hash', '=', hash)
    .where('state', '=', 'ACCEPTED')
    .executeTakeFirst();
  return row !== undefined;
}

const longestSender = 320;

async function keep(
  { db }: ReceiveParts,
  { address }: Incoming,
  { from, hash }: Known,
  state: 'ACCEPTED' | 'DROPPED' | 'REFUSED',
  says: Refused['says'] | null = null,
): Promise<void> {
  await db
    .insertInto('mail_reply')
    .values({
      ...{ address_id: address.id, facility_id: address.facilityId, state, message_hash: hash },
      sender: from.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, longestSender),
      says: says && JSON.stringify(says),
    })
    .execute();
}

const keptDays = 30;

export async function removeOldReplies(db: RoomDb): Promise<void> {
  await db
    .deleteFrom('mail_reply')
    .where('created_at', '<', new Date(Date.now() - keptDays * 86_400_000))
    .execute();
}
