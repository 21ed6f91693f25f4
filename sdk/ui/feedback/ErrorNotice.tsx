import type { ReactNode } from 'react';
import { CallError, errorCatalogue } from '../../contract/errors.ts';
import { i18n } from '../../i18n/index.ts';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import { LightButton } from '../inputs/LightButton.tsx';
import { NoticeIcon } from './NoticeIcon.tsx';
import css from './notices.module.css';

interface ErrorNoticeProps {
  /** What could not be shown or done: `Orders`. */
  subject: string;
  error: unknown;
  /** What happened, for errors that are not a call's. */
  text?: string;
  onRetry?: () => void;
  /** More ways out, beside Retry. */
  actions?: ReactNode;
}

/** What happened, to what, and what to do about it. */
export function ErrorNotice({ subject, error, text, onRetry, actions }: ErrorNoticeProps) {
  const t = useUiTexts();
  const known = error instanceof CallError;
  const advice = known ? t(`error.advice.${error.code}`) : t('error.advice.unexpected');
  return (
    <div role="alert" className={css['notice']}>
      <NoticeIcon kind="danger" />
      <div className={css['body']}>
        <strong>{t('error.title', { subject })}</strong>
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
 * The message of anything thrown by a call, for banners and toasts. The texts of the closed list are in the person's
 * language (`ui` texts `error.<CODE>`; English is the list itself); what the server says better is shown as it is.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof CallError)) return i18n.t('error.unexpected', { ns: 'ui' });
  if (error.message !== errorCatalogue[error.code].message) return error.message;
  return i18n.t(`error.${error.code}`, { ns: 'ui' }) || error.message;
}
