// Rounds that are whole in `npm run test:long` and smaller in `npm test`. A file `x.long.test.ts` beside `x.test.ts` imports
// it, and so runs the same tests with the whole rounds.

const whole = process.env['SINTER_LONG'] === '1';

/** So many rounds in `npm test`, so many in the long tests. */
export const rounds = (few: number, many: number): number => (whole ? many : few);

/** All of these in the long tests; elsewhere `few` of them, from the first on with equal steps. */
export const some = <T>(few: number, all: readonly T[]): readonly T[] =>
  whole || all.length <= few
    ? all
    : all.filter((_, at) => Math.floor((at * few) / all.length) !== Math.floor(((at - 1) * few) / all.length));
