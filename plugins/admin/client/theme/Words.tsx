import { defaultTheme } from '@sinter/sdk/contract/host/appearance';
import { LightInput, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { PartProps } from './partProps.ts';
import css from './theme.module.css';

const lines = ['title', 'description', 'contact-url', 'terms-url'] as const;

/** Names, and what the footer shows. */
export const Words = observer(function Words({ store, draft }: PartProps) {
  const t = useTexts();
  const id = useId();
  return (
    <div className={css['words']}>
      {lines.map((name) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`}>{t(name === 'title' ? 'theme.title.field' : `theme.${name}`)}</label>
          <LightInput
            id={`${id}${name}`}
            value={draft[name]}
            placeholder={defaultTheme[name]}
            invalid={store.problems[name] !== undefined}
            aria-describedby={store.problems[name] ? `${id}${name}-problem` : undefined}
            onChange={(event) => store.change({ [name]: event.target.value })}
          />
          {store.problems[name] && (
            <p id={`${id}${name}-problem`} className={css['problem']}>
              {store.problems[name]}
            </p>
          )}
        </div>
      ))}
      <label className={css['check']}>
        <input
          type="checkbox"
          checked={draft['show-materialise-info']}
          onChange={(event) => store.change({ 'show-materialise-info': event.target.checked })}
        />
        {t('theme.showContact')}
      </label>
      <fieldset className={css['check']}>
        <legend>{t('theme.navigationLogo')}</legend>
        {(['DARK', 'LIGHT'] as const).map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name={`${id}logo`}
              checked={draft['navigation-logo-type'] === kind}
              onChange={() => store.change({ 'navigation-logo-type': kind })}
            />
            {t(`theme.navigationLogo.${kind}`)}
          </label>
        ))}
      </fieldset>
    </div>
  );
});
