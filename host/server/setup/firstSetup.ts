import * as z from 'zod';
import { createToken } from '@sinter/sdk/plugin';
import type { RoomDb } from '../people/tables.ts';
import type { Challenges } from '../session/challenges.ts';

export interface FirstSetup {
  /** Somebody is here: it stays so for this node. */
  readonly done: boolean;
  /** Nobody is here yet. */
  isDue(): Promise<boolean>;
  /** The path of a link that works once and for some hours; those before it end. */
  newLink(): Promise<string>;
}

export const firstSetup = createToken<FirstSetup>('host/FirstSetup@1');

export const setupLink = { name: 'setup', data: z.object({}), minutes: 4 * 60 };

export function createFirstSetup(db: RoomDb, challenges: Challenges): FirstSetup {
  let done = false;
  return {
    get done() {
      return done;
    },
    async isDue() {
      done ||= (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
      return !done;
    },
    async newLink() {
      await challenges.drop(setupLink, null);
      return `/setup/${await challenges.ask(setupLink, {})}`;
    },
  };
}
