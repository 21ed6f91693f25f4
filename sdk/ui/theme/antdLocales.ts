import type { Locale } from 'antd/es/locale';
import arabic from 'antd/locale/ar_EG';
import french from 'antd/locale/fr_FR';
import german from 'antd/locale/de_DE';
import japanese from 'antd/locale/ja_JP';

const locales: Readonly<Record<string, Locale>> = { ar: arabic, de: german, fr: french, ja: japanese };

/**
 * antd's texts for a language (`de_DE`), the same for each of its countries; `undefined` for a language that the
 * product does not have.
 */
export const localeOf = (language: string): Locale | undefined => locales[language.slice(0, 2)];
