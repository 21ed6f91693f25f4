import { defineTexts } from '../contract/texts.ts';
import english from './locales/en_US.ts';

/** What is wrong with a field: of zod's issues, and the texts that the schemas of the contract have of their own. */
export const fieldTexts = defineTexts('fields', english, (language) => import(`./locales/${language}.json`));
