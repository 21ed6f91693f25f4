import { randomUUID } from 'node:crypto';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { openLinkApp } from '@sinter/sdk/contract/host/linkApps';
import { alreadySent } from '../http/handlers.ts';
import { inLanguage } from '../notifications/inLanguage.ts';
import { say } from '../say.ts';
import { wasAskedBefore } from './afterSignIn.ts';
import { sendLaunchPage } from './page.ts';
import type { Parts } from './parts.ts';
import { agreementOf, isOffered, linkRow, sharesOf } from './rows.ts';

/** A token is used while its tab opens. */
const lifetime = 60;

/** Opens a link app in the tab that asked for it. */
export function handleLaunch({ handle, db, signer, site, sentences }: Parts): void {
  handle(
    openLinkApp,
    async ({ request, reply, facilityId, user, activeSession, write }, { params: { id }, query: { after } }) => {
      const { 'sec-fetch-dest': dest = 'document', 'sec-fetch-site': from = 'none' } = request.headers;
      // A script that read the page would have the token.
      if (dest !== 'document') throw new CallError('FORBIDDEN', say('link.ownTab'));
      const { language, firstName, lastName } = activeSession.user;
      const texts = await sentences(language);
      const words = (title: Sentence, text: Sentence) => ({
        language,
        title: inLanguage(texts, language, title),
        text: inLanguage(texts, language, text),
      });
      const refuse = (status: number, title: Sentence, text: Sentence) => {
        sendLaunchPage(reply.code(status), words(title, text), null);
        return alreadySent;
      };

      const app = await linkRow(db, id);
      const agreed = await agreementOf(db, id, facilityId);
      if (!app || !agreed?.enabled || !isOffered(app, facilityId)) {
        return refuse(404, say('link.gone'), say('link.goneText'));
      }
      const notOpened = say('link.notOpened', { app: app.name });
      if (agreed.origin !== app.origin) return refuse(409, notOpened, say('link.moved', { app: app.name }));
      const isOwn = from === 'none' || from === 'same-origin';
      // A sign-in at another site leads back from there.
      if (!wasAskedBefore(request, reply, after) && (!isOwn || after !== undefined))
        return refuse(403, notOpened, say('link.fromElsewhere'));

      const shares = sharesOf(agreed.shares).filter((share) => app.asks.includes(share));
      const now = Math.floor(Date.now() / 1000);
      const token = signer.token({
        iss: site(),
        aud: app.origin,
        app: String(app.id),
        sub: String(user.userId),
        facility: facilityId,
        ...(shares.includes('NAME') && { name: `${firstName} ${lastName}`.trim() }),
        ...(shares.includes('ROLE') && { roles: user.memberRoles }),
        iat: now,
        exp: now + lifetime,
        jti: randomUUID(),
      });
      await write((unit) =>
        unit.audit({
          action: 'link.opened',
          objectKind: 'LINK_APP',
          objectId: String(id),
          after: { name: app.name, origin: app.origin, shares },
        }),
      );
      const { origin } = app;
      const button = inLanguage(texts, language, say('link.continue'));
      sendLaunchPage(reply, words(say('link.opening', { app: app.name }), say('link.openingText', { origin })), {
        ...{ appURL: app.app_url, origin, token, button },
      });
      return alreadySent;
    },
  );
}
