import {
  type EmailEvent,
  listEmailExamples,
  listEmailTemplates,
  previewEmailTemplate,
  testEmailTemplate,
} from '@sinter/sdk/contract/host/emailTemplates';
import type { NoticeKind } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import { wordMail } from '../mail/render.ts';
import { mailTexts } from '../mail/texts.ts';
import { isWorded, tokensOf, tokensOfFrame } from '../notifications/ownTexts.ts';
import { sent } from '../notifications/worded.ts';
import { shippedLanguages } from '../texts/languages.ts';
import { editorIn, eventOf, trialOf } from './trial.ts';
import type { Parts } from './parts.ts';

const mostExamples = 20;

export function handleEmailTemplates(parts: Parts): void {
  const { handle, kinds, mail, own, versions } = parts;

  handle(listEmailTemplates, async (context) => {
    const published = await versions.all(context.db, own.texts, editorIn(context));
    const written = [...published].flatMap(([elementId, { value }]) => {
      const [event = '', language = ''] = elementId.split(':');
      return value.subject === '' && value.body === '' ? [] : [{ event, language }];
    });
    return {
      events: [...kinds.byId.values()].filter(isWorded).map((kind) => ({
        id: kind.id,
        ...sent(kind.title),
        category: { id: kind.category.id, ...sent(kind.category.title) },
        readers: readersOf(kind),
        tokens: tokensOf(kind).map(asToken),
        languages: written.filter(({ event }) => event === kind.id).map(({ language }) => language),
      })),
      frameTokens: tokensOfFrame.map(asToken),
      languages: shippedLanguages.map(({ key, name }) => ({ key, name })),
      delivered: Object.fromEntries(
        await Promise.all(
          shippedLanguages.map(async ({ key }) => {
            const text = await mailTexts(key);
            return [key, { subject: text('notice.subject') ?? '', body: text('notice.body') ?? '' }] as const;
          }),
        ),
      ),
    };
  });

  handle(listEmailExamples, async (context, { query: { event, search } }) => {
    editorIn(context);
    const { subject } = eventOf(parts, event);
    const ids = subject.own
      ? await subject.own.examples(context.db, context.user, search, mostExamples)
      : await toldOf(parts, context, subject);
    const seen = await subject.seen(context.db, context.user, ids);
    const word = search.toLowerCase();
    return ids.flatMap((id) => {
      const name = seen.get(id)?.name;
      return name !== undefined && (subject.own || name.toLowerCase().includes(word)) ? [{ id, name }] : [];
    });
  });

  handle(previewEmailTemplate, async (context, { body }) => {
    const { subject, paragraphs, title, reason } = wordMail({
      ...(await trialOf(parts, context, body)),
      name: 'notice',
    });
    return {
      ...{ subject, title, reason },
      parts: paragraphs.flatMap((one) =>
        'words' in one
          ? [{ text: one.words, button: false }]
          : 'label' in one
            ? [{ text: one.label, button: true }]
            : [],
      ),
    };
  });

  handle(testEmailTemplate, async (context, { body }) => {
    const { email, facilityId, language, own: words, values } = await trialOf(parts, context, body);
    await context.write((unit) => mail.send(unit, 'notice', { to: email, facilityId, language, own: words, values }));
    return { to: email };
  });
}

const asToken = ({ id, title }: ReturnType<typeof tokensOf>[number]) => ({ id, ...sent(title) });

function readersOf({ roles, ofFacility = false }: NoticeKind): EmailEvent['readers'] {
  const team = roles?.includes('ROLE_SERVICE_PROVIDER') ?? true;
  return team ? (ofFacility ? 'BOTH' : 'TEAM') : 'CUSTOMERS';
}

/** What this person was told of such things, the newest first. */
async function toldOf({ db, kinds }: Parts, { membershipId }: RequestContext, subject: NoticeKind['subject']) {
  const alike = [...kinds.byId.values()].filter((kind) => kind.subject === subject).map(({ id }) => id);
  const rows = await db
    .selectFrom('notification')
    .select(({ fn }) => ['subject_id', fn.max('id').as('newest')])
    .where('membership_id', '=', membershipId)
    .where('kind', 'in', alike)
    .groupBy('subject_id')
    .orderBy('newest', 'desc')
    .limit(mostExamples)
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}
