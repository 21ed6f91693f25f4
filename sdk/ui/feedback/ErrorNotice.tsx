import type { ReactNode } from 'react';
import { CallError } from '../../contract/errors.ts';
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
  const advice = known ? t(`error.advice.${error.code}`, { defaultValue: '' }) : t('error.advice.unexpected');
  return (
    <div role="alert" className={css['notice']}>
      <NoticeIcon kind="danger" />
      <div className={css['body']}>
        <strong>{t('error.title', { subject })}</strong>
        <p>{known ? error.message : (text ?? t('error.unexpected'))}</p>
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

/** The message of anything thrown by a call, for banners and toasts. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong';
}
