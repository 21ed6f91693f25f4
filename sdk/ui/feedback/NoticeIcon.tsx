import css from './notices.module.css';

export type NoticeKind = 'info' | 'success' | 'warning' | 'danger';

const paths: Record<NoticeKind, string> = {
  info: 'M12 11v6M12 7.5v.01',
  success: 'm7.5 12.5 3 3 6-6.5',
  warning: 'M12 7v6M12 16.5v.01',
  danger: 'm8.5 8.5 7 7M15.5 8.5l-7 7',
};

export function NoticeIcon({ kind }: { kind: NoticeKind }) {
  return (
    <svg className={`${css['icon']} ${css[kind]}`} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d={paths[kind]} />
    </svg>
  );
}
