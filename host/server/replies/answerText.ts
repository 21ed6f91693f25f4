import EmailReplyParser from 'email-reply-parser';

/** More is what was quoted of a long conversation. */
const mostCharacters = 100_000;
/** Bars that mail programs draw above what they quote. */
const bar = /^[-_=*\s]+$/;

/**
 * What somebody has written, without what they quote and their signature. `ours`: addresses of ours, in small letters. Programs
 * name the writer of what they quote in any language, and that is one of them. Pure; may take long, for hostile texts.
 */
export function answerIn(text: string, ours: readonly string[]): string {
  const plain = clean(text).slice(0, mostCharacters);
  const visible = new EmailReplyParser().read(plain).getVisibleText();
  const lines = visible.split('\n');
  const isOurs = (line: string): boolean => ours.some((address) => line.toLowerCase().includes(address));
  const at = lines.findIndex((line) => !line.startsWith('>') && isOurs(line));
  if (at === -1) return trimmed(lines);
  // The name may stand on a line of its own, with the address wrapped onto the next one.
  const begins = at > 0 && /^\s*[<(]/.test(lines[at] ?? '') ? at - 1 : at;
  const above = trimmed(lines.slice(0, begins));
  return above === '' ? trimmed(lines.slice(at + 1).filter((line) => !line.startsWith('>'))) : above;
}

/** Line ends as ours; nothing that cannot be seen but line ends and tabs. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g,
      '',
    )
    .replace(/\u00a0/g, ' ');

function trimmed(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && bar.test(lines[end - 1] || '-')) end--;
  return lines
    .slice(0, end)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
