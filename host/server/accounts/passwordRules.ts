import { CallError, type Sentence } from '@sinter/sdk/contract';
import { say } from '../say.ts';

/** Out of 4: "safely unguessable", 10^8 guesses at least. */
const leastScore = 3;
/** The least score of the password without the owner's name, address and company. */
const leastOfItsOwn = 2;
/** Judging a longer text takes long and finds nothing more. */
const judged = 40;

/** Why a password is refused, by the estimator's first warning. */
const reasons: Readonly<Record<string, Sentence>> = {
  topTen: say('password.topTen'),
  topHundred: say('password.topTen'),
  common: say('password.common'),
  similarToCommon: say('password.similar'),
  straightRow: say('password.neighbours'),
  keyPattern: say('password.neighbours'),
  simpleRepeat: say('password.repeated'),
  extendedRepeat: say('password.repeatedWords'),
  sequences: say('password.sequences'),
  recentYears: say('password.years'),
  dates: say('password.dates'),
  userInputs: say('password.own'),
  pwned: say('password.leaked'),
};
const advice = say('password.advice');

const load = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};
let estimator: ReturnType<typeof load> | undefined;

/**
 * Throws INVALID_INPUT for a password that is common or easy to guess for somebody who knows `own`: names, e-mail
 * address, company.
 */
export async function requireGoodPassword(password: string, own: readonly string[]): Promise<void> {
  estimator ??= load();
  const words = [...new Set(own.flatMap((text) => text.toLowerCase().split(/[\s@._-]+/)))]
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
  const judge = await estimator.then((one) => (text: string) => one.check(text.slice(0, judged), [...own, ...words]));
  const { score, feedback } = judge(password);
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  const borrowed = rest.length < password.length && judge(rest).score < leastOfItsOwn;
  if (score >= leastScore && !borrowed) return;
  const reason = reasons[borrowed ? 'userInputs' : (feedback.warning ?? '')];
  throw new CallError('INVALID_INPUT', undefined, {
    fields: { password: reason ? say('password.refused', { reason, advice }) : advice },
  });
}
