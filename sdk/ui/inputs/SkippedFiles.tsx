import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './inputs.module.css';

export interface SkippedFile {
  path: string;
  reason: 'type' | 'most' | 'unreadable';
}

interface SkippedFilesProps {
  files: readonly SkippedFile[];
  most: number;
  onDismiss: () => void;
}

const shownAtOnce = 5;

/** The files that were not taken, and why. */
export function SkippedFiles({ files, most, onDismiss }: SkippedFilesProps) {
  const t = useUiTexts();
  if (files.length === 0) return null;
  const overLimit = files.filter(({ reason }) => reason === 'most').length;
  const list = (some: readonly SkippedFile[]) => (
    <ul>
      {some.map(({ path, reason }) => (
        <li key={path}>
          <bdi>{path}</bdi>: {t(`drop.reason.${reason}`)}
        </li>
      ))}
    </ul>
  );
  return (
    <div role="alert" className={css['refused']}>
      <div>
        <strong>{t('drop.skipped', { count: files.length })}</strong>
        {overLimit > 0 && <p>{t('drop.most', { count: most })}</p>}
        {list(files.slice(0, shownAtOnce))}
        {files.length > shownAtOnce && (
          <details>
            <summary>{t('drop.more', { count: files.length - shownAtOnce })}</summary>
            {list(files.slice(shownAtOnce))}
          </details>
        )}
      </div>
      <button type="button" aria-label={t('close')} onClick={onDismiss}>
        ×
      </button>
    </div>
  );
}
