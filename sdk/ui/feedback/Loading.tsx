import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './notices.module.css';

/** The fallback while something loads. `text` says what, where that is useful. */
export function Loading({ text }: { text?: string }) {
  const t = useUiTexts();
  return (
    <div role="status" className={css['loading']}>
      <svg className={css['layers']} viewBox="0 0 40 40" aria-hidden="true">
        <path d="m6 28 14 7 14-7" />
        <path d="m6 20 14 7 14-7" />
        <path d="m20 5 14 7-14 7-14-7Z" />
      </svg>
      {text ?? t('loading')}
    </div>
  );
}
