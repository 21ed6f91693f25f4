import { defineTexts } from '@sinter/sdk/contract/texts';
import english from './locales/en_US.ts';

/** What this half says to people. */
export const say = defineTexts('connectivity', english, (language) => import(`./locales/${language}.json`));
