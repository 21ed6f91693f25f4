import { CallError } from '@sinter/sdk/contract';

/** Out of 4: "safely unguessable", 10^8 guesses at least. */
const leastScore = 3;
/** The least score of the password without the owner's name, address and company. */
const leastOfItsOwn = 2;
/** Judging a longer text takes long and finds nothing more. */
const judged = 40;

/** Why a password is refused, by the estimator's first warning. */
const reasons: Readonly<Record<string, string>> = {
  topTen: 'This is one of the most common passwords.',
  topHundred: 'This is one of the most common passwords.',
  common: 'This is a common password.',
  similarToCommon: 'This is much like a common password.',
  straightRow: 'Neighbouring keys are easy to guess.',
  keyPattern: 'Neighbouring keys are easy to guess.',
  simpleRepeat: 'Repeated characters are easy to guess.',
  extendedRepeat: 'Repeated words are easy to guess.',
  sequences: 'Sequences like abc or 123 are easy to guess.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
  userInputs: 'It should have nothing to do with your name, your address or your company.',
  pwned: 'This password is known from a leak.',
};
const advice = 'Choose one that is harder to guess: three or four words that do not belong together make a good one.';

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
  throw new CallError('INVALID_INPUT', undefined, { fields: { password: reason ? `${reason} ${advice}` : advice } });
}
