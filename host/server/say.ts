import { defineTexts } from '@sinter/sdk/contract/texts';
import english from './locales/en_US.ts';

/** What the host says to people. */
export const say = defineTexts('host', english, (language) => import(`./locales/${language}.json`));
