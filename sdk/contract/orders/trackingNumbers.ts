/**
 * Patterns of tracking numbers, simple enough that nobody can write one that takes long to check: `9` is a digit, `A` a
 * letter, `#` either, a final `*` whatever follows, and everything else stands for itself.
 */

const digit = /^[0-9]$/;
const letter = /^[A-Z]$/;
const either = /^[0-9A-Z]$/;

/** As carriers print it with spaces, and without. */
export const plainNumber = (number: string): string => number.toUpperCase().replace(/[\s-]/g, '');

function charFits(sign: string, char: string): boolean {
  if (sign === '9') return digit.test(char);
  if (sign === 'A') return letter.test(char);
  return sign === '#' ? either.test(char) : sign === char;
}

export function fitsPattern(pattern: string, number: string): boolean {
  const signs = plainNumber(pattern);
  const open = signs.endsWith('*');
  const fixed = open ? signs.slice(0, -1) : signs;
  const plain = plainNumber(number);
  if (open ? plain.length < fixed.length : plain.length !== fixed.length) return false;
  return [...fixed].every((sign, index) => charFits(sign, plain[index] ?? ''));
}

/** The most that a carrier's number has, printed with spaces. */
export const longestNumber = 40;
const allowed = /^[0-9A-Za-z][0-9A-Za-z .\-/]*$/;

interface Numbered {
  patterns: readonly string[];
  trackingUrl: string | null;
}

/** Whether a number can be one of this carrier: by its patterns, or where it has none, by what any number looks like. */
export function isTrackingNumber({ patterns }: Pick<Numbered, 'patterns'>, number: string): boolean {
  const text = number.trim();
  if (text.length > longestNumber || !allowed.test(text)) return false;
  return patterns.length === 0 || patterns.some((pattern) => fitsPattern(pattern, text));
}

const place = '{number}';
const filled = (template: string, number: string) => template.replaceAll(place, encodeURIComponent(number));

/** Where a shipment can be followed; `null` where the carrier has no such page, or the number is not one of its own. */
export function trackingAddress(carrier: Numbered, number: string): string | null {
  const { trackingUrl } = carrier;
  return trackingUrl !== null && isTrackingNumber(carrier, number) ? filled(trackingUrl, plainNumber(number)) : null;
}

/** An https address with a place for the number, which cannot lead to another site whatever the number is. */
export function isTrackingUrl(template: string): boolean {
  const [one, other] = [filled(template, '1'), filled(template, 'A2')].map((url) => URL.parse(url));
  return (
    template.includes(place) &&
    one?.protocol === 'https:' &&
    one.username === '' &&
    one.password === '' &&
    one.origin === other?.origin
  );
}
