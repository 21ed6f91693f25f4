import * as z from 'zod';
import { escapeHtml } from '../http/html.ts';
import type { MailChoice, MailItem, MailWords } from './mail.ts';
import type { MailTexts } from './texts.ts';

export interface MailContent {
  texts: MailTexts;
  name: string;
  language: string;
  /** What the site calls itself. */
  title: string;
  values: Readonly<Record<string, string | number>>;
  /** Stand where the body has the paragraph `{{items}}`. */
  items?: readonly MailItem[];
  choice?: MailChoice;
  /** The facility that has added the address. */
  addedBy?: string;
  /** Where an answer is read. */
  answers?: string;
  own?: MailWords;
}

/** `stop`: where a mail reader's own button stops such mails; `replyTo`: where answers are read, other than where all are. */
export const renderedMailSchema = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  stop: z.string().optional(),
  replyTo: z.string().optional(),
});
export type RenderedMail = z.infer<typeof renderedMailSchema>;

const longestSubject = 150;
const longestValue = 200;
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** A button in a paragraph of its own. It leads to what the mail is about and nowhere else, whoever wrote the text. */
const buttonLine = /^\[(?<label>.+)\]\(\{\{link\}\}\)$/;

const itemsLine = '{{items}}';

interface Words {
  words: string;
}
interface Button {
  label: string;
  address: string;
}

interface Items {
  items: readonly MailItem[];
}

function asText(one: Words | Button | Items): string {
  if ('words' in one) return one.words;
  if ('label' in one) return `${one.label}:\n${one.address}`;
  return one.items.map(({ text, address }) => `- ${text}\n  ${address}`).join('\n');
}

/** What a mail says, before it is a mail. Pure; throws where there is no text of this name. */
export function wordMail({ texts, name, title, values, items = [], addedBy, answers, own }: MailContent) {
  const text = (key: string): string => {
    const found = texts(key);
    if (found === undefined) throw new Error(`The mails have no text "${key}".`);
    return found;
  };
  const given = new Map<string, string>([['title', oneLine(title, longestValue)]]);
  for (const [token, value] of Object.entries({ ...values, ...own?.values })) {
    const word = texts(`${name}.${token}.${value}`) ?? String(value);
    const plain = token === 'link' ? safeAddress(word) : oneLine(word, longestValue);
    given.set(token, token === 'link' || !(own || chosen.has(token)) ? plain : withoutLinks(plain));
  }
  if (addedBy !== undefined) given.set('addedBy', withoutLinks(oneLine(addedBy, longestValue)));
  const fill = (template: string): string => filled(template, given);
  const subject = oneLine(fill(own?.subject || text(`${name}.subject`)), longestSubject);
  // The template is taken apart before the values go in, so that a value cannot become a paragraph or a button.
  const paragraphs = [own?.header, own?.body || text(`${name}.body`), own?.footer]
    .flatMap((template) => (template ?? '').replace(/\r\n?/g, '\n').split(/\n{2,}/))
    .map((template): Words | Button | Items => {
      if (template === itemsLine) return { items: items.map(plainItem) };
      const button = buttonLine.exec(template.trim())?.groups;
      return button
        ? { label: fill(button['label'] ?? ''), address: given.get('link') ?? '' }
        : { words: fill(template).trim() };
    })
    .filter((one) => !('words' in one) || one.words !== '');
  return {
    text,
    subject,
    paragraphs,
    title: given.get('title') ?? '',
    reason: fill(text(reasonOf(addedBy, answers))),
  };
}

/** Why it comes, and what becomes of an answer. */
function reasonOf(addedBy: string | undefined, answers: string | undefined): string {
  if (addedBy !== undefined) return 'layout.reasonAdded';
  return answers === undefined ? 'layout.reason' : 'layout.reasonAnswered';
}

/** One line of a facility's own words, for a list of several things. */
export const lineOf = (template: string, values: Readonly<Record<string, string>>): string =>
  filled(template, new Map(Object.entries(values).map(([token, value]) => [token, oneLine(value, longestValue)])));

const filled = (template: string, given: ReadonlyMap<string, string>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, token: string) => given.get(token) ?? '');

/** Subject, text and HTML of a mail. Pure; throws where there is no text of this name. */
export function renderMail(content: MailContent): RenderedMail {
  const { language, choice, answers } = content;
  const { text, subject, paragraphs, title, reason } = wordMail(content);
  const plain = paragraphs.map(asText);
  const paste = text('layout.paste');
  const rich = paragraphs.map((one) =>
    'words' in one ? paragraph(one.words) : 'items' in one ? list(one) : button(one, paste),
  );
  const links = choice
    ? [
        { text: text('layout.settings'), address: safeAddress(choice.settings) },
        { text: text('layout.stop'), address: safeAddress(choice.stop) },
      ]
    : [];
  return {
    subject,
    text: `${[...plain, ['-- ', reason, ...links.map((one) => `${one.text}: ${one.address}`)].join('\n')].join('\n\n')}\n`,
    html: layout({ language, title, subject, content: rich.join('\n'), reason, links }),
    ...(choice && { stop: safeAddress(choice.stop) }),
    ...(answers !== undefined && { replyTo: answers }),
  };
}

/** Line breaks, separators and invisible characters become spaces: nothing that begins a header, or a line. */
export function oneLine(text: string, longest: number): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Names that people chose are mailed to strangers: mail readers must not turn them into links. */
const chosen = new Set(['name', 'inviter', 'companyName', 'notice', 'subject']);
const withoutLinks = (value: string): string => value.replaceAll('://', ' ').replace(/([.@])(?=\S)/g, '$1 ');
const plainItem = ({ text, address }: MailItem): MailItem => ({
  text: withoutLinks(oneLine(text, longestValue)),
  address: safeAddress(address),
});

function safeAddress(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`"${address}" is no address for a mail.`);
  return href;
}

const paragraph = (words: string): string =>
  `<p style="margin:0 0 16px">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`;

const list = ({ items }: Items): string =>
  `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items
    .map(
      ({ text, address }) =>
        `<li style="margin:0 0 8px"><a href="${escapeHtml(address)}" style="color:#1a5fd0">${escapeHtml(text)}</a></li>`,
    )
    .join('\n')}</ul>`;

/** Drawn with the table's own colour, since not every mail reader has images or knows border-radius. */
function button({ label, address }: Button, paste: string): string {
  const link = escapeHtml(address);
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 16px"><tr>
<td style="background:#1a5fd0;border-radius:8px"><a href="${link}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p style="margin:0 0 16px;font-size:13px;color:#627084">${escapeHtml(paste)}<br><a href="${link}" style="color:#1a5fd0;word-break:break-all">${link}</a></p>`;
}

const small = ({ text, address }: MailItem): string =>
  `<a href="${escapeHtml(address)}" style="color:#627084">${escapeHtml(text)}</a>`;

interface LayoutParts {
  language: string;
  title: string;
  subject: string;
  content: string;
  reason: string;
  links: readonly MailItem[];
}

const layout = ({ language, title, subject, content, reason, links }: LayoutParts): string => `<!doctype html>
<html lang="${escapeHtml(language.replace('_', '-'))}" dir="${language === 'ar_SA' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f5f8">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:#f3f5f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;${font};font-size:18px;font-weight:700;color:#101d30">${escapeHtml(title)}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #dce2e9;border-radius:8px;${font};font-size:15px;line-height:1.55;color:#16202e">
<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${content}
</td></tr>
<tr><td style="padding:16px 0 0;${font};font-size:12px;line-height:1.5;color:#627084">${[escapeHtml(reason), ...links.map(small)].join('<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
