import type { LocalBuild } from './LocalBuildStore.ts';
import css from './localBuild.module.css';

/** What keeps the sources from being built, as the terminal says it: in the tool's language, which is English. */
export function Problems({ problems }: Pick<LocalBuild, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul className={css['problems']} lang="en" dir="ltr">
      {problems.map(({ file, line, rule, text, mend }) => (
        <li key={`${file} ${line} ${text}`}>
          <code>{line === null ? file : `${file}:${line}`}</code> [{rule}] {text}
          <br />
          {mend}
        </li>
      ))}
    </ul>
  );
}
