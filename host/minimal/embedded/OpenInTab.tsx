import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './embedded.module.css';

/** Leads to the same screen in the whole application. */
export function OpenInTab({ path }: { path: string }) {
  const t = useHostTexts();
  return (
    <a className={css['action']} href={path} target="_blank" rel="noopener">
      {t('embed.open')}
    </a>
  );
}
