import type { ReactNode } from 'react';
import { CallError, errorCatalogue } from '../../contract/errors.ts';
import { i18n } from '../../i18n/translate.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import { LightButton } from '../inputs/LightButton.tsx';
import { NoticeIcon } from './NoticeIcon.tsx';
import css from './notices.module.css';

type Title =
  | {
      /** What could not be loaded, for example `Orders`. */
      subject: string;
    }
  | {
      /** The whole sentence, of anything else that failed. */
      title: string;
    };

type ErrorNoticeProps = Title & {
  error: unknown;
  /** What happened, when `error` did not come from a call. */
  text?: string;
  onRetry?: () => void;
  /** Further actions besides Retry. */
  actions?: ReactNode;
};

/** Says what happened, to what, and what the user can do. */
export function ErrorNotice({ error, text, onRetry, actions, ...title }: ErrorNoticeProps) {
  const t = useUiTexts();
  const known = error instanceof CallError;
  const advice = known ? t(`error.advice.${error.code}`) : t('error.advice.unexpected');
  return (
    <div role="alert" className={css['notice']}>
      <NoticeIcon kind="danger" />
      <div className={css['body']}>
        <strong>{'title' in title ? title.title : t('error.title', { subject: title.subject })}</strong>
        <p>{known ? messageOf(error) : (text ?? t('error.unexpected'))}</p>
        {advice && <p className={css['advice']}>{advice}</p>}
        {(onRetry || actions) && (
          <div className={css['actions']}>
            {onRetry && <LightButton onClick={onRetry}>{t('retry')}</LightButton>}
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * The message of an error of a call, for banners and toasts. Texts of the closed list of errors are in the user's
 * language (`ui` texts `error.<CODE>`; the list itself is the English text). A better text of the server is shown as
 * it is.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return i18n.t('error.unexpected', { ns: 'ui' });
  if (error.message !== errorCatalogue[error.code].message) return error.message;
  return i18n.t(`error.${error.code}`, { ns: 'ui' }) || error.message;
}
