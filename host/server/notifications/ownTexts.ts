import { CallError, type Principal, provider, type Sentence } from '@sinter/sdk/contract';
import {
  emailFrameKind,
  emailFrameSchema,
  emailTextId,
  emailTextKind,
  emailTextSchema,
  frameTokens,
  unknownTokens,
  type EmailFrame,
  type EmailText,
} from '@sinter/sdk/contract/host/emailTemplates';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import {
  defineSettingKind,
  type NoticeKind,
  type RunningModules,
  type SeenSubject,
  type Tables,
  type Versions,
  wrongField,
} from '@sinter/sdk/server';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { say } from '../say.ts';
import { defaultLanguage, languageKeySchema } from '../texts/languages.ts';
import type { sentencesOf } from '../texts/bundled.ts';
import { inLanguage } from './inLanguage.ts';
import type { NoticeKinds } from './kinds.ts';

/** What every event's text may say; `title` is what the product's own texts call the site. */
const common: readonly { id: string; title: Sentence }[] = [
  { id: 'name', title: say('email.token.name') },
  { id: 'notice', title: say('email.token.notice') },
  { id: 'subject', title: say('email.token.subject') },
  { id: 'facility', title: say('email.token.facility') },
  { id: 'site', title: say('email.token.site') },
  { id: 'link', title: say('email.token.link', { link: '{{link}}' }) },
];
export const tokensOf = (kind: NoticeKind) => [...common, ...(kind.subject.own?.tokens ?? [])];
export const tokensOfFrame = common.filter(({ id }) => frameTokens.some((token) => token === id));

/** Is the event mailed by a facility, to its people or its customers? */
export const isWorded = ({ roles, ofFacility }: NoticeKind): boolean =>
  ofFacility === true || (roles?.includes('ROLE_SERVICE_PROVIDER') ?? true);

interface Parts {
  kinds: NoticeKinds;
  versions: Versions;
  modules: RunningModules;
  sentences: ReturnType<typeof sentencesOf>;
  /** What the site calls itself. */
  siteTitle: () => Promise<string>;
  log: Logger;
}

/** A facility's own words for an event, as templates; what is empty is said in the product's. */
export interface OwnText {
  text: EmailText;
  frame: EmailFrame;
  /** The one that the words are in. */
  language: string;
}

/** A notice as somebody is mailed it. */
export interface ToldNotice {
  kind: NoticeKind;
  says: Sentence;
  subject: SeenSubject;
  subjectId: number;
  /** Whose words it is in. */
  facilityId: number;
  language: string;
  /** A whole address. */
  link: string;
}

const noText: EmailText = { subject: '', body: '' };
const noFrame: EmailFrame = { header: '', footer: '' };
const editor = provider('EMAIL_TEMPLATE_CONFIG_EDITOR');

/** What facilities say in their mails. */
export function createOwnTexts({ kinds, versions, modules, sentences, siteTitle, log }: Parts) {
  const eventOf = (elementId: string): NoticeKind => {
    const [event = '', language] = elementId.split(':');
    const kind = kinds.byId.get(event);
    if (!kind || !isWorded(kind) || !languageKeySchema.safeParse(language).success) throw new CallError('NOT_FOUND');
    return kind;
  };

  const texts = defineSettingKind({
    id: emailTextKind,
    guard: editor,
    schema: emailTextSchema,
    defaults: noText,
    requireSight: (_db, { elementId }) => Promise.resolve(void eventOf(elementId)),
    check: (_db, { elementId }, text) => {
      requireKnown({ ...text }, tokensOf(eventOf(elementId)));
      return Promise.resolve();
    },
  });
  const frames = defineSettingKind({
    id: emailFrameKind,
    guard: editor,
    schema: emailFrameSchema,
    defaults: noFrame,
    requireSight: (_db, { elementId }) => {
      if (!languageKeySchema.safeParse(elementId).success) throw new CallError('NOT_FOUND');
      return Promise.resolve();
    },
    check: (_db, _place, frame) => {
      requireKnown({ ...frame }, tokensOfFrame);
      return Promise.resolve();
    },
  });

  /** What is published in a facility, by event and reader's language; `null` where the feature is off. */
  async function inFacility(db: Kysely<Tables>, facilityId: number) {
    if (!(await modules.flag('EMAIL_TEMPLATES', facilityId))) return null;
    const [own, around] = await Promise.all([
      versions.all(db, texts, facilityId),
      versions.all(db, frames, facilityId),
    ]);
    const usable = (parts: readonly string[], known: readonly string[], elementId: string): boolean => {
      if (parts.every((part) => part === '')) return false;
      const wrong = unknownTokens(parts.join('\n'), known);
      if (wrong.length > 0)
        log.warn('an email text has unknown tokens: our own is sent', { facilityId, elementId, wrong });
      return wrong.length === 0;
    };
    return (kind: NoticeKind, reads: string): OwnText | null => {
      const tried = [...new Set([reads, defaultLanguage])];
      const language = tried.find((one) => {
        const elementId = emailTextId(kind.id, one);
        const text = own.get(elementId)?.value ?? noText;
        return usable([text.subject, text.body], idsOf(tokensOf(kind)), elementId);
      });
      const framed = [...new Set([language ?? reads, defaultLanguage])].find((one) => {
        const frame = around.get(one)?.value ?? noFrame;
        return usable([frame.header, frame.footer], frameTokens, one);
      });
      if (language === undefined && framed === undefined) return null;
      return {
        text: (language !== undefined && own.get(emailTextId(kind.id, language))?.value) || noText,
        frame: (framed !== undefined && around.get(framed)?.value) || noFrame,
        language: language ?? reads,
      };
    };
  }

  /** What the tokens say to this reader, for each of these. */
  async function valuesOf(
    db: QueryExecutorProvider,
    { viewer, name }: { viewer: Principal; name: string },
    told: readonly ToldNotice[],
  ): Promise<Record<string, string>[]> {
    const [site, facilities] = await Promise.all([siteTitle(), namesOf(db, told)]);
    // One question for each kind of thing and language, however many notices.
    const asked = new Map<string, ReturnType<NonNullable<NoticeKind['subject']['own']>['values']>>();
    const subjects = [...new Set(told.map(({ kind }) => kind.subject))];
    return Promise.all(
      told.map(async ({ kind, says, subject, subjectId, facilityId, language, link }) => {
        const key = `${subjects.indexOf(kind.subject)} ${language}`;
        const alike = told.filter((one) => one.kind.subject === kind.subject && one.language === language);
        const ids = [...new Set(alike.map((one) => one.subjectId))];
        const values = asked.get(key) ?? kind.subject.own?.values(db, viewer, ids, language);
        if (values) asked.set(key, values);
        const words = await sentences(language);
        const write = (sentence: Sentence) => inLanguage(words, language, sentence);
        return {
          ...(await values)?.get(subjectId),
          ...{ name, site, link, facility: facilities.get(facilityId) ?? '' },
          notice: write(subject.controlled ? kind.subject.withheld : says),
          subject: subject.controlled ? write(say('email.controlled')) : subject.name,
        };
      }),
    );
  }

  return { texts, frames, inFacility, valuesOf };
}
export type OwnTexts = ReturnType<typeof createOwnTexts>;
export const ownTexts = createToken<OwnTexts>('host/OwnTexts@1');

const idsOf = (tokens: readonly { id: string }[]): string[] => tokens.map(({ id }) => id);

async function namesOf(db: QueryExecutorProvider, told: readonly Pick<ToldNotice, 'facilityId'>[]) {
  const ids = [...new Set(told.map(({ facilityId }) => facilityId))];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, company_name as name from facility where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Throws INVALID_INPUT that names the tokens which there are not, and those that there are. */
export function requireKnown(texts: Readonly<Record<string, string>>, tokens: readonly { id: string }[]): void {
  for (const [field, text] of Object.entries(texts)) {
    const wrong = unknownTokens(text, idsOf(tokens));
    if (wrong.length === 0) continue;
    const known = idsOf(tokens).map((id) => `{{${id}}}`);
    throw wrongField(field, say('email.unknownToken', { token: wrong.join(', '), tokens: known.join(', ') }));
  }
}
