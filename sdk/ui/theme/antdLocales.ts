import type { Locale } from 'antd/es/locale';
import arabic from 'antd/locale/ar_EG';
import french from 'antd/locale/fr_FR';
import german from 'antd/locale/de_DE';
import japanese from 'antd/locale/ja_JP';

const locales: Readonly<Record<string, Locale>> = { ar: arabic, de: german, fr: french, ja: japanese };

/** antd's texts in a language (`de_DE`), whatever the country; none for those that the product does not speak. */
export const localeOf = (language: string): Locale | undefined => locales[language.slice(0, 2)];
