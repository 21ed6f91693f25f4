import { createToken } from '@sinter/sdk/plugin';
import type { Tables } from '@sinter/sdk/server';
import type { Database } from './connect.ts';

export const nodeDatabase = createToken<Database<Tables>>('host/Database@1');
