/** For the hosts alone: whoever adds texts of a namespace speaks in its name. No plugin can import this. */
export { addServerTexts, addTexts, i18n, removeTexts, showLanguage } from './translate.ts';
