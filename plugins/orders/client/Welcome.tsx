import { currentLanguage } from '@sinter/sdk/i18n';
import css from './welcome.module.css';

/** What the customer portal says to its customers, in the reader's language, else in English, else as it was written. */
export function Welcome({ words }: { words: Readonly<Record<string, string>> }) {
  const text = words[currentLanguage()] ?? words['en_US'] ?? Object.values(words)[0];
  return text === undefined ? null : (
    <p className={css['welcome']} dir="auto">
      {text}
    </p>
  );
}
