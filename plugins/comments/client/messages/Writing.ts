import { mostCharacters, objectKindSchema, type Visibility } from '@sinter/sdk/contract/comments/comments';
import type { CallResult } from '@sinter/sdk/contract/call';
import { listMentionable } from '@sinter/sdk/contract/comments/threads';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import * as z from 'zod';
import { Attached } from './Attached.ts';

const personSchema = z.object({ id: z.number(), name: z.string() });

export const writtenSchema = z.object({
  eventId: z.string(),
  /** `RFQ_ORDER_FILE 17` */
  on: z.string(),
  visibility: z.enum(['INTERNAL', 'SHARED']),
  /** `null`: each facility, in a thread of its own. */
  facilityId: z.number().nullable(),
  text: z.string(),
  mentions: z.array(personSchema),
  files: z.array(fileDtoSchema),
});
export type Written = z.output<typeof writtenSchema>;
export type Person = CallResult<typeof listMentionable>[number];

type WritingHost = Pick<PluginHost, 'api' | 'log' | 't'>;
/** The text before the caret ends like this while somebody is being mentioned. */
const mentioning = /(?:^|[\s(])@([^@\n]{0,40})$/u;
const mostOffered = 8;

/** A message that is being written: a new thread, a reply, or a change of what was written before. */
export class Writing {
  on: string;
  visibility: Visibility;
  facilityId: number | null;
  text = '';
  /** Where the person types. */
  caret = 0;
  /** Of the offered people, which one Enter takes. */
  active = 0;
  /** Escape closed the list of people for what is typed now. */
  closed = false;
  mentions: readonly z.output<typeof personSchema>[] = [];
  readonly files: Attached;
  #eventId = newId();
  readonly #people: Question<string, readonly Person[]>;

  constructor(host: WritingHost, { on, visibility, facilityId }: Pick<Written, 'on' | 'visibility' | 'facilityId'>) {
    this.on = on;
    this.visibility = visibility;
    this.facilityId = facilityId;
    this.files = new Attached(host);
    this.#people = new Question<string, readonly Person[]>(host, {
      ask: (_, signal) => {
        const { objectKind, objectId } = subjectOf(this.on);
        const { visibility: seen, facilityId: to } = this;
        const query = { objectKind, objectId, visibility: seen, ...(to !== null && { facilityId: to }) };
        return host.api.call(listMentionable, { query }, { signal });
      },
      failed: 'people to mention could not be read',
    });
    makeStore(this);
  }

  get eventId(): string {
    return this.#eventId;
  }

  get isEmpty(): boolean {
    return this.text.trim() === '' && this.files.files.length === 0;
  }

  /** By how many characters it is too long. */
  get excess(): number {
    return Math.max(this.text.trim().length - mostCharacters, 0);
  }

  get maySend(): boolean {
    return this.text.trim() !== '' && this.excess === 0 && !this.files.sending;
  }

  /** What the person has typed of a name. */
  get #asked(): string | null {
    return this.closed ? null : (mentioning.exec(this.text.slice(0, this.caret))?.[1] ?? null);
  }

  /** People that what is typed may mean. */
  get offered(): readonly Person[] {
    const asked = this.#asked?.toLocaleLowerCase();
    if (asked === undefined) return [];
    return (this.#people.answer ?? [])
      .filter(({ name }) => name.toLocaleLowerCase().includes(asked))
      .slice(0, mostOffered);
  }

  write(text: string, caret: number): void {
    this.text = text;
    this.caret = caret;
    this.active = 0;
    this.closed = false;
    const who = `${this.on} ${this.visibility} ${this.facilityId}`;
    if (this.#asked !== null && this.#people.last?.asked !== who) this.#people.ask(who);
  }

  /** To another of the people who are offered. */
  move(step: number): void {
    const { length } = this.offered;
    if (length > 0) this.active = (this.active + step + length) % length;
  }

  closeOffer(): void {
    this.closed = true;
  }

  /** Answers where the caret is then. */
  mention({ id, name }: Person): number {
    const before = this.text.slice(0, this.caret);
    const start = before.lastIndexOf('@');
    const head = `${before.slice(0, start)}@${name} `;
    this.text = head + this.text.slice(this.caret);
    this.caret = head.length;
    this.closed = true;
    this.mentions = [...this.mentions.filter((each) => each.id !== id), { id, name }];
    return this.caret;
  }

  /** Those whose names are still in the text. */
  get mentioned(): readonly number[] {
    return this.mentions.filter(({ name }) => this.text.includes(`@${name}`)).map(({ id }) => id);
  }

  choose(change: Partial<Pick<Written, 'on' | 'visibility' | 'facilityId'>>): void {
    Object.assign(this, change);
    // Who was named may not see it now.
    this.mentions = [];
  }

  get written(): Written {
    const { eventId, on, visibility, facilityId, text, mentions, files } = this;
    return { eventId, on, visibility, facilityId, text, mentions: [...mentions], files: [...files.stored] };
  }

  restore({ eventId, on, visibility, facilityId, text, mentions, files }: Written): this {
    this.#eventId = eventId;
    Object.assign(this, { on, visibility, facilityId, text, mentions, caret: text.length });
    this.files.restore(files);
    return this;
  }

  stop(): void {
    this.#people.stop();
    this.files.clear();
  }
}

export function subjectOf(on: string) {
  const [kind, id] = on.split(' ');
  return { objectKind: objectKindSchema.parse(kind), objectId: Number(id) };
}
export const onOf = ({ objectKind, objectId }: { objectKind: string; objectId: number }): string =>
  `${objectKind} ${objectId}`;
