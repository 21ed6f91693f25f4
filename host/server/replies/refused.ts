import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { Said } from '@sinter/sdk/contract/said';

/** What the sender's mail server is told, which tells the sender. 4xx: it tries again for a while. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly responseCode: number;
  readonly says: { text: string; said?: Said };

  constructor(responseCode: number, { message: text, said }: Pick<Sentence, 'message'> & { said?: Said | undefined }) {
    super(asAnswer(text));
    this.responseCode = responseCode;
    this.says = { text, ...(said && { said }) };
  }
}

/** What the screen would say; that of a field where one is wrong. Answers `null` for what nobody has foreseen. */
export function refusedBy(error: unknown): Refused | null {
  if (error instanceof Refused) return error;
  if (!(error instanceof CallError)) return null;
  const { code, message, details } = error;
  const [field] = Object.entries(details.fields ?? {});
  const says = field ? { message: field[1], said: details.fieldsSaid?.[field[0]] } : { message, said: details.said };
  return new Refused(later.has(code) ? 451 : 550, says);
}

const later = new Set<CallError['code']>(['RATE_LIMITED', 'UNAVAILABLE', 'STORAGE_FULL', 'INTERNAL']);

/** An answer of SMTP is one line of ASCII. */
const asAnswer = (text: string): string =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, 400);
