import { CallError, type Sentence } from '@sinter/sdk/contract';
import { emailTextId, type EmailTrial } from '@sinter/sdk/contract/host/emailTemplates';
import type { NoticeKind } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import { mailTexts } from '../mail/texts.ts';
import { inLanguage } from '../notifications/inLanguage.ts';
import { isWorded, requireKnown, tokensOf, tokensOfFrame } from '../notifications/ownTexts.ts';
import { languageKeySchema } from '../texts/languages.ts';
import type { Parts } from './parts.ts';

/** Throws NOT_FOUND. */
export function eventOf({ kinds }: Parts, event: string): NoticeKind {
  const kind = kinds.byId.get(event);
  if (!kind || !isWorded(kind)) throw new CallError('NOT_FOUND');
  return kind;
}

/** The facility that edits, and who does it: a person. */
export function editorIn({ facilityId, user }: RequestContext): number {
  if (facilityId === null || user.via === 'accountKey') throw new CallError('FORBIDDEN');
  return facilityId;
}

/** A mail with these words to whoever tries them, ready to be shown or sent. */
export async function trialOf(parts: Parts, context: RequestContext, asked: EmailTrial) {
  const { db, own, versions } = parts;
  const { event, language } = asked;
  const facilityId = editorIn(context);
  const kind = eventOf(parts, event);
  if (!languageKeySchema.safeParse(language).success) throw new CallError('NOT_FOUND');
  const [text, frame, { email, name }] = await Promise.all([
    asked.text ??
      versions
        .of(own.texts, { facilityId, elementId: emailTextId(event, language) })
        .current(context.db)
        .then(valueOf),
    asked.frame ?? versions.of(own.frames, { facilityId, elementId: language }).current(context.db).then(valueOf),
    db
      .selectFrom('app_user')
      .select(['email', 'first_name as name'])
      .where('id', '=', context.user.userId)
      .executeTakeFirstOrThrow(),
  ]);
  requireKnown({ ...text }, tokensOf(kind));
  requireKnown({ ...frame }, tokensOfFrame);
  const values = await valuesOf(parts, context, kind, asked, { facilityId, name });
  return {
    ...{ email, facilityId, language, title: values['site'] ?? '', texts: await mailTexts(language) },
    values: { name, notice: values['notice'] ?? '', link: values['link'] ?? '' },
    own: { ...text, ...frame, values },
  };
}

const valueOf = <Value>({ value }: { value: Value }): Value => value;

/** What the tokens say of the example; without one, what each of them stands for. */
async function valuesOf(
  parts: Parts,
  context: RequestContext,
  kind: NoticeKind,
  { language, example }: EmailTrial,
  { facilityId, name }: { facilityId: number; name: string },
): Promise<Record<string, string>> {
  const { own, publicUrl } = parts;
  const words = await parts.sentences(language);
  const standsFor = (title: Sentence) => `‹${inLanguage(words, language, title)}›`;
  const nothing = { name: standsFor(titleOf(kind, 'subject')), link: '/inbox', controlled: false };
  const subject =
    example === null ? nothing : (await kind.subject.seen(context.db, context.user, [example])).get(example);
  if (!subject) throw new CallError('NOT_FOUND');
  const told = {
    ...{ kind, subject, facilityId, language, subjectId: example ?? 0, link: publicUrl() + subject.link },
    says: await sentenceOf(parts, context, kind, { example, subject: subject.name, facilityId }),
  };
  const [values = {}] = await own.valuesOf(context.db, { viewer: context.user, name }, [told]);
  const unknown = kind.subject.own?.tokens.filter(({ id }) => !(id in values)) ?? [];
  return { ...values, ...Object.fromEntries(unknown.map(({ id, title }) => [id, standsFor(title)])) };
}

const titleOf = (kind: NoticeKind, token: string): Sentence =>
  tokensOf(kind).find(({ id }) => id === token)?.title ?? kind.title;

/** What the notice says: as this person was told it last, as it would be told without more, or what it is called. */
async function sentenceOf(
  { db }: Parts,
  context: RequestContext,
  kind: NoticeKind,
  { example, subject, facilityId }: { example: number | null; subject: string; facilityId: number },
): Promise<Sentence> {
  const last = await db
    .selectFrom('notification')
    .select('params')
    .where('membership_id', '=', context.membershipId)
    .where('kind', '=', kind.id)
    .where('subject_id', '=', example ?? 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const facility = await db
    .selectFrom('facility')
    .select('company_name')
    .where('id', '=', facilityId)
    .executeTakeFirstOrThrow();
  for (const tried of [last?.params, { by: facility.company_name }]) {
    const params = kind.params.safeParse(tried).data;
    if (params) return kind.says({ ...params, subject });
  }
  return kind.title;
}
