import type { QueryExecutorProvider } from 'kysely';
import { createToken } from '../../plugin/token.ts';

/** What a build takes as a multiple of what the model says; 1 where nothing was learned, or is not to be applied. */
export interface Factors {
  hours: number;
  grams: number;
}

/** What finished builds on machines like this one say of each of these materials, by material id. */
export interface LearnedFactors {
  of(
    db: QueryExecutorProvider,
    equipmentId: number,
    materialIds: readonly number[],
  ): Promise<ReadonlyMap<number, Factors>>;
}
export const learnedFactors = createToken<LearnedFactors>('orders/LearnedFactors@1');
