import type { Kysely } from 'kysely';
import { createToken } from '../plugin/token.ts';
import type { Work } from './defineServer.ts';
import type { Tables } from './tables.ts';

/** Secrets of server halves, such as the keys of a service that is called: stored sealed, and answered by no call. */
export interface KeptSecrets {
  /** `name` begins with the area: `orders.stripe.12`. `null` forgets it. */
  keep(unit: Work, name: string, secret: string | null): Promise<void>;
  /** `null` where none is kept. */
  find(db: Kysely<Tables>, name: string): Promise<string | null>;
  /** Those of these that are kept, by their names. */
  findAll(db: Kysely<Tables>, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Which of these are kept, for a screen that says so: nothing is opened. */
  known(db: Kysely<Tables>, names: readonly string[]): Promise<ReadonlySet<string>>;
}
export const keptSecrets = createToken<KeptSecrets>('host/KeptSecrets@1');
