import { currentLocale, dateTimeFormat, dayPeriod, userDateFormat } from '../../i18n/index.ts';

/** What a date field holds: a day (`2026-11-25`), a day and time (`2026-11-25T08:00`), or a time (`08:00`). */
export type DateKind = 'date' | 'dateTime' | 'time';

interface Clock {
  hour: number;
  minute: number;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
const english = 'en-US-u-ca-gregory-nu-latn';

/** Digits of any script become 0 to 9, fullwidth letters plain ones; marks that only steer the writing direction go. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[\s,،]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)t(?=\d)/, ' ');

/** Morning and afternoon in the language of the page and in English. */
function halves(): { am: string[]; pm: string[] } {
  const of = (hour: number) => [currentLocale(), english].map((locale) => plain(dayPeriod(hour, locale)));
  return { am: [...of(9), 'a.m.', 'a'], pm: [...of(15), 'p.m.', 'p'] };
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Takes the time out of a text: `8:00`, `8 pm`, `20h30`, `20 uhr`, `午後8:30`. `null`: the text has no possible time. */
function takeTime(text: string): { clock: Clock | undefined; rest: string } | null {
  const { am, pm } = halves();
  const words = [...am, ...pm].map(escaped).join('|');
  const half = `(?<half>${words})`;
  const number = String.raw`(?<hour>\d{1,2})`;
  const forms = [
    String.raw`(?:${half} ?)?${number} ?[:h時] ?(?:(?<minute>\d{2})分?)?(?::\d{2})?(?: ?(?<after>${words}))?(?: uhr)?`,
    String.raw`${half} ?${number}`,
    String.raw`${number} ?(?<after>${words})`,
    String.raw`${number}(?:[.:](?<minute>\d{2}))? ?uhr`,
  ];
  for (const form of forms) {
    const found = new RegExp(String.raw`(?<![\p{L}\d/.-])${form}(?![\p{L}\d/-])`, 'u').exec(text);
    if (!found?.groups) continue;
    const said = found.groups['half'] ?? found.groups['after'];
    let hour = Number(found.groups['hour']);
    const minute = Number(found.groups['minute'] ?? 0);
    if (hour > 23 || minute > 59 || (said !== undefined && (hour > 12 || hour === 0))) return null;
    if (said !== undefined) hour = (hour % 12) + (pm.includes(said) ? 12 : 0);
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return { clock: { hour, minute }, rest: rest.replace(/ (?:um|à|at|t)? *$/u, '').trim() };
  }
  return { clock: undefined, rest: text };
}

/** Names of months in the language of the page and in English, with the number of their month. */
function monthNames(): [name: string, month: number][] {
  return [currentLocale(), english].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((style) =>
      Array.from({ length: 12 }, (_, month): [string, number][] => {
        const at = Date.UTC(2023, month, 15);
        const nameIn = (options: Intl.DateTimeFormatOptions) =>
          dateTimeFormat({ ...options, month: style, timeZone: 'UTC' }, locale)
            .formatToParts(at)
            .find(({ type }) => type === 'month')?.value ?? '';
        return [nameIn({}), nameIn({ day: 'numeric' })].map((name) => [plain(name).replace(/\.$/, ''), month + 1]);
      }).flat(),
    ),
  );
}

/** A word names a month when all months that begin with it are the same one: `okt`, `sept`, `mars`. */
function monthOf(word: string): number | undefined {
  const names = monthNames();
  const exact = names.filter(([name]) => name === word);
  const fitting = exact.length > 0 ? exact : names.filter(([name]) => word.length >= 3 && name.startsWith(word));
  const months = new Set(fitting.map(([, month]) => month));
  return months.size === 1 ? [...months][0] : undefined;
}

/** Does the month stand before the day? As in the person's own date format, else as in the language. */
function monthFirst(): boolean {
  const own = userDateFormat();
  if (/\bMM?\b/.test(own)) return own.indexOf('M') < own.indexOf('D');
  const parts = dateTimeFormat({ dateStyle: 'short', timeZone: 'UTC' }).formatToParts(0);
  const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted);
  return place('month') < place('day');
}

interface Written {
  year?: string | undefined;
  month: number;
  day: number;
}

function readParts(text: string): Written | null {
  const iso = /^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?$/.exec(text);
  if (iso) return { year: iso[1], month: Number(iso[2]), day: Number(iso[3]) };
  const kanji = /^(\d{1,2})月 ?(\d{1,2})日?(?: (\d{4})年?)?$/.exec(text);
  if (kanji) return { month: Number(kanji[1]), day: Number(kanji[2]), year: kanji[3] };
  const numbers = /^(\d{1,2})([-/. ]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2}))?\.?$/.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    const dayLater = numbers[2] !== '.' && monthFirst();
    // Nothing else is possible where one of them is no month.
    const swapped = dayLater ? first <= 12 : second > 12 && first <= 12;
    return swapped ? { month: first, day: second, year: numbers[4] } : { day: first, month: second, year: numbers[4] };
  }
  return readNamed(text);
}

/** `29 okt 2026`, `october 29th`, `1er mars`, `7. märz 2026`. */
function readNamed(text: string): Written | null {
  const words = text.split(/[ .\-/]+/).filter((word) => word !== '' && word !== 'de' && word !== 'of');
  const months = words.flatMap((word) => (/^\d/.test(word) ? [] : [monthOf(word)]));
  const numbers = words
    .filter((word) => /^\d/.test(word))
    .map((word) => word.replace(/(?<=^\d{1,2})(st|nd|rd|th|er)$/, ''));
  const [day, year] = numbers[0]?.length === 4 ? [numbers[1], numbers[0]] : numbers;
  if (months.length !== 1 || months[0] === undefined || numbers.length > 2) return null;
  if (!day || !/^\d{1,2}$/.test(day) || (year !== undefined && !/^(\d{2}|\d{4})$/.test(year))) return null;
  return { month: months[0], day: Number(day), year };
}

const dayText = (year: number, month: number, day: number): string => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;

/** Without a year it is the day that is nearest to `near`. */
function readDay(text: string, near: string): string | null {
  const written = readParts(text);
  if (!written) return null;
  const { month, day, year } = written;
  const exists = (in_: number) =>
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(in_, month, 0)).getUTCDate();
  if (year !== undefined) {
    const full = year.length === 2 ? 2000 + Number(year) : Number(year);
    return exists(full) ? dayText(full, month, day) : null;
  }
  const here = Number(near.slice(0, 4));
  const distance = (candidate: string) => Math.abs(Date.parse(candidate) - Date.parse(near));
  const candidates = [here - 1, here, here + 1].filter(exists).map((one) => dayText(one, month, day));
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

interface Around {
  kind: DateKind;
  /** What the field holds: the day of a time typed alone, and the time of a day typed alone. */
  value: string | null;
  /** `2026-11-23`. */
  today: string;
}

/**
 * A typed date, as the field holds it; `null` when it cannot be read. What is shown can always be typed, in the language
 * of the page, so can the formats of the specification (5), and shorter forms where they mean one thing.
 */
export function readTyped(typed: string, { kind, value, today }: Around): string | null {
  const timed = kind === 'date' ? { clock: undefined, rest: plain(typed) } : takeTime(plain(typed));
  if (!timed) return null;
  const { clock, rest } = timed;
  const [oldDay, oldTime] = [kind === 'time' ? undefined : value?.slice(0, 10), value?.slice(-5)];
  const time = clock ? `${pad(clock.hour)}:${pad(clock.minute)}` : (oldTime ?? '00:00');
  if (kind === 'time') {
    const short = /^\d{1,2}$/.test(rest) && Number(rest) < 24 ? `${pad(Number(rest))}:00` : null;
    return clock ? (rest === '' ? time : null) : short;
  }
  if (rest === '' && clock === undefined) return null;
  const day = rest === '' ? (oldDay ?? today) : readDay(rest, today);
  if (day === null) return null;
  return kind === 'date' ? day : `${day}T${time}`;
}
