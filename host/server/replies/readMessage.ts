import { convert } from 'html-to-text';
import PostalMime, { addressParser, type Attachment, type Email } from 'postal-mime';
import { safeFileName } from '../http/upload.ts';
import { answerIn } from './answerText.ts';
import { type Message, type MessageTask, mostAttachments } from './messageTask.ts';

/** Bytes of an image inside the text up to which it is a logo. */
const largestLogo = 16 * 1024;
const signatures = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
]);

/** Throws for what is no email, or one that nobody would write. Runs in a thread that may be ended. */
export async function readMessage({ raw, ours }: MessageTask): Promise<Message> {
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: 20,
    maxHeadersSize: 256 * 1024,
    forceRfc822Attachments: true,
  });
  const attachments = mail.attachments.filter(isMeant);
  if (attachments.length > mostAttachments) throw new Error('It has too many attachments.');
  return {
    from: sendersOf(mail),
    messageId: mail.messageId?.slice(0, 1_000) ?? null,
    automatic: isAutomatic(mail),
    text: answerIn(textOf(mail), ours),
    attachments: attachments.map(({ filename, content }) => ({
      fileName: safeFileName(filename ?? ''),
      content: bytesOf(content),
    })),
  };
}

const valuesOf = ({ headers }: Email, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value);

/** Of all that it says, so that nobody who looks at one of them sees another. */
const sendersOf = (mail: Email): string[] =>
  valuesOf(mail, 'from')
    .flatMap((value) => addressParser(value))
    .flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]))
    .map((address) => address.toLowerCase());

function isAutomatic(mail: Email): boolean {
  const says = (name: string, pattern: RegExp): boolean => valuesOf(mail, name).some((value) => pattern.test(value));
  return (
    says('auto-submitted', /^(?!\s*no\s*(;|\(|$))/i) ||
    says('precedence', /\b(bulk|list|junk|auto_reply)\b/i) ||
    says('content-type', /^\s*multipart\/report\b/i) ||
    says('return-path', /^\s*<>/) ||
    ['x-autoreply', 'x-autorespond', 'list-id', 'list-unsubscribe'].some((name) => valuesOf(mail, name).length > 0)
  );
}

function textOf({ text = '', html = '' }: Email): string {
  if (text.trim() !== '' || html === '') return text;
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 1_000_000, maxDepth: 100, maxChildNodes: 10_000, ellipsis: '' },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      // What mail programs quote.
      { selector: 'blockquote', format: 'skip' },
      { selector: 'div.gmail_quote', format: 'skip' },
      { selector: '#divRplyFwdMsg', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

/** Signatures of the email and logos in the text are no attachments. */
const isMeant = ({ related, mimeType, content }: Attachment): boolean =>
  !signatures.has(mimeType) &&
  !(related === true && mimeType.startsWith('image/') && bytesOf(content).byteLength <= largestLogo);

/** A copy, which the thread can give away. */
const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
