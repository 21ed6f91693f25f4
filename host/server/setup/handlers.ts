import { getCountries } from 'libphonenumber-js/min';
import { readSetup, setUp } from '@sinter/sdk/contract/host/setup';
import type { ModuleHost } from '../hostModule.ts';
import { handling } from '../http/handlers.ts';
import { roomTransaction } from '../people/tables.ts';
import { challengeStore } from '../session/challenges.ts';
import { sessionStore } from '../session/sessions.ts';
import { completeSignIn } from '../session/signIn.ts';
import { firstFacility } from './firstFacility.ts';
import { setupLink } from './firstSetup.ts';

export function handleSetup(host: ModuleHost): void {
  const [handle, challenges, sessions] = [handling(host), host.get(challengeStore), host.get(sessionStore)];

  handle(readSetup, async (_context, { params }) => {
    await challenges.see(setupLink, params.token);
    return { countryCodes: getCountries() };
  });

  handle(setUp, async (context, { body: { token, ...first } }) => {
    await challenges.see(setupLink, token);
    const make = await firstFacility(first);
    const userId = await context.write(async (unit) => {
      await challenges.take(setupLink, token, roomTransaction(unit.db));
      return make(unit);
    });
    return completeSignIn({ sessions }, context, userId);
  });
}
