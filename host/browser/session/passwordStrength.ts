export type Strength = 'weak' | 'fair' | 'good';

const walks = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm'];

/** Does the character follow the one before it in the alphabet, in the digits, or on the keyboard? */
function continues(before: string, next: string): boolean {
  return before === next || walks.some((walk) => walk.includes(before + next) || walk.includes(next + before));
}

/**
 * A hint while somebody types, not a judgement: the server alone decides, by word lists that a page need not load.
 * Counts characters that could not be told from the one before, and asks for many different ones.
 */
export function passwordStrength(password: string): Strength {
  const text = password.toLowerCase();
  const surprising = [...text].filter((char, index) => index === 0 || !continues(text[index - 1] ?? '', char)).length;
  const different = new Set(text).size;
  const worth = Math.min(surprising, different * 1.5);
  if (password.length < 10 || worth < 7) return 'weak';
  return worth < 12 ? 'fair' : 'good';
}
