import { useState } from 'react';
import { LightButton, Section, toast } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { copyText } from '../copyText.ts';
import './recipeTexts.ts';
import { recipes, settingsFor } from './recipes.ts';
import css from './recipes.module.css';

const languages = ['curl', 'typescript'] as const;
type Language = (typeof languages)[number];
/** Names are the same in every language. */
const names: Readonly<Record<Language, string>> = { curl: 'curl', typescript: 'TypeScript' };

/** Short programs to begin with, as they run. */
export default function Recipes() {
  const t = useHostTexts();
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <Section title={t('recipes.title')}>
      <p className={css['text']}>{t('recipes.text')}</p>
      <fieldset className={css['languages']}>
        <legend>{t('recipes.language')}</legend>
        {languages.map((one) => (
          <label key={one}>
            <input type="radio" name="language" checked={language === one} onChange={() => setLanguage(one)} />
            {names[one]}
          </label>
        ))}
      </fieldset>
      <h3 className={css['first']}>{t('recipes.first')}</h3>
      <Code title={t('recipes.first')} text={settingsFor(location.origin)} />
      {recipes.map((recipe) => {
        const title = t(`recipes.${recipe.id}`);
        const text = language === 'curl' ? curlOf(recipe.curl) : recipe.typescript;
        return (
          <details key={recipe.id} className={css['recipe']}>
            <summary>{title}</summary>
            <p className={css['text']}>{t(`recipes.${recipe.id}.text`)}</p>
            <Code title={title} text={text} />
          </details>
        );
      })}
    </Section>
  );
}

/** Commands one after the other, with what the next ones take from each answer. */
const curlOf = (steps: (typeof recipes)[number]['curl']): string =>
  steps
    .map(({ run, sets = {} }) => [run, ...Object.entries(sets).map(([name, path]) => `# ${name}: ${path}`)].join('\n'))
    .join('\n\n');

function Code({ title, text }: { title: string; text: string }) {
  const t = useHostTexts();
  const copy = async () => {
    if (await copyText(text)) toast.success(t('account.copied'));
    else toast.error(t('account.notCopied'));
  };
  return (
    <div className={css['code']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre dir="ltr" tabIndex={0} role="region" aria-label={title}>
        <code>{text}</code>
      </pre>
      <LightButton aria-label={t('keys.copy.named', { title })} onClick={() => void copy()}>
        {t('account.copy')}
      </LightButton>
    </div>
  );
}
