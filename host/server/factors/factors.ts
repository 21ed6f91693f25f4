import type { FactorMethod } from '@sinter/sdk/contract/security';
import type { HostDb } from '../session/tables.ts';

export interface SecondFactors {
  /** What this user can prove a sign-in with; empty where nothing is set up. */
  methodsOf(userId: number): Promise<FactorMethod[]>;
}

export function createFactors(_db: HostDb): SecondFactors {
  return { methodsOf: async () => [] };
}
