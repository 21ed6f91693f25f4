import { defineTexts } from '@sinter/sdk/contract/texts';
import english from './locales/en_US.ts';

/** What the kernel says about a file, to the person who sent it. */
export const say = defineTexts('geometry', english, (language) => import(`./locales/${language}.json`));

/** A figure for a sentence: languages show two decimals, so one that has more goes as text. */
export const figure = (value: number): number | string => (Number(value.toFixed(2)) === value ? value : String(value));
