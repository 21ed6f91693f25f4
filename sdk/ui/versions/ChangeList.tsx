import { useState } from 'react';
import type { SettingChange } from '../../state/versions.ts';
import { useUiTexts } from '../host.ts';
import css from './versions.module.css';

const shownAtFirst = 6;

/** What differs, one line each: what it is, what it was, what it is now. */
export function ChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const t = useUiTexts();
  const [all, setAll] = useState(false);
  if (changes.length === 0) return <p className={css['quiet']}>{t('versions.same')}</p>;
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  return (
    <ul className={css['changes']}>
      {shown.map(({ key, label, before, after }) => (
        <li key={key}>
          <bdi>{label}</bdi>
          <span>
            {before !== null && <del dir="auto">{before || t('versions.empty')}</del>}
            {before !== null && after !== null && <i aria-hidden="true">→</i>}
            {after === null ? <em>{t('versions.removed')}</em> : <ins dir="auto">{after || t('versions.empty')}</ins>}
          </span>
        </li>
      ))}
      {shown.length < changes.length && (
        <li>
          <button type="button" className={css['more']} onClick={() => setAll(true)}>
            {t('versions.moreChanges', { count: changes.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  );
}
