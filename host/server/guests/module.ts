import { CallError } from '@sinter/sdk/contract';
import { answerGuestTask, readGuestTask, type GuestTaskPage } from '@sinter/sdk/contract/host/guests';
import { guestLinks, guestTaskKinds, type CallContext } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { siteAddress } from '../http/site.ts';
import { sha256 } from '../identity/secretToken.ts';
import { createGuestLinks } from './links.ts';
import * as guestLinkTable from './migrations/001_guest_links.ts';
import { roomDb } from './tables.ts';

export const guestsModule = defineHostModule({
  id: 'guests',
  serves: { readGuestTask, answerGuestTask },
  migrations: { '001_guest_links': guestLinkTable },
  setup(host) {
    const publicUrl = host.get(siteAddress);
    host.provide(guestLinks, () => createGuestLinks(publicUrl));
    const handle = handling(host);
    handle(readGuestTask, (context, { query }) => pageOf(context, query.token));
    handle(answerGuestTask, async (context, { body: { token, ...given } }) => {
      const { kind, subjectId } = await requireLink(context, token);
      await context.write((unit) => kind.answer(context, unit, subjectId, given));
      return pageOf(context, token);
    });
  },
});

/** What is wrong with a link nobody is told: it works or it does not. */
async function requireLink(context: CallContext, token: string) {
  const link = await roomDb(context.db)
    .selectFrom('guest_link')
    .select(['kind', 'subject_id', 'expires_at'])
    .where('token_hash', '=', sha256(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  const kind = context.all(guestTaskKinds).find((each) => each.kind === link?.kind);
  const task = link && kind ? await kind.read(context, context.db, link.subject_id) : null;
  if (!link || !kind || !task) throw new CallError('LINK_EXPIRED');
  return { kind, task, subjectId: link.subject_id, until: link.expires_at };
}

async function pageOf(context: CallContext, token: string): Promise<GuestTaskPage> {
  const { task, until } = await requireLink(context, token);
  const { answered, ...asked } = task;
  return {
    ...asked,
    until: until.toISOString(),
    answered: answered && { ...answered, at: answered.at.toISOString() },
  };
}
