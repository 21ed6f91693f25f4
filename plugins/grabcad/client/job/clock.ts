import { shownTimeZone } from '@sinter/sdk/i18n';
import { instantOf, wallOf } from '@sinter/sdk/plugin';

/** The facility's, whose clock all times of these screens follow. */
const zone = (): string => shownTimeZone.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a field for date and time shows at this instant: `2026-11-25T08:00`. */
export const toField = (time: number): string => new Date(wallOf(zone(), time)).toISOString().slice(0, 16);

export const fromField = (text: string): number => instantOf(zone(), Date.parse(`${text}Z`));

const quarterMs = 900_000;

/** The next full quarter of an hour. */
export const soon = (): number => Math.ceil(Date.now() / quarterMs) * quarterMs;
