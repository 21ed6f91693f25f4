import { useTexts } from '@sinter/sdk/ui';
import css from './facility.module.css';

const shown = 3;

/** The first names of a list, and how many more there are; all of them for whoever points at it. */
export function NameList({ names }: { names: readonly string[] }) {
  const t = useTexts();
  if (names.length === 0) return '–';
  const more = names.length - shown;
  return (
    <ul className={css['names']} title={names.join(', ')}>
      {names.slice(0, shown).map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {more > 0 && <li className={css['quiet']}>{t('facility.more', { count: more })}</li>}
    </ul>
  );
}
