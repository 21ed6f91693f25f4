import { useUiTexts } from '../plugin/PluginContext.tsx';
import { useReadable } from '../plugin/useReadable.ts';
import { NoticeIcon } from './NoticeIcon.tsx';
import type { NoticeKind } from './NoticeIcon.tsx';
import css from './notices.module.css';

interface Toast {
  id: number;
  kind: NoticeKind;
  text: string;
}

const shownMs = 5000;
const most = 4;
let nextId = 1;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

const close = (id: number) => change(toasts.filter((toast) => toast.id !== id));

function show(kind: NoticeKind, text: string, milliseconds = shownMs): void {
  const id = nextId++;
  change([...toasts.filter((toast) => toast.text !== text), { id, kind, text }].slice(-most));
  setTimeout(() => close(id), milliseconds);
}

/** Short messages at the bottom right, which disappear after a while. */
export const toast = {
  info: (text: string, milliseconds?: number) => show('info', text, milliseconds),
  success: (text: string, milliseconds?: number) => show('success', text, milliseconds),
  warning: (text: string, milliseconds?: number) => show('warning', text, milliseconds),
  error: (text: string, milliseconds?: number) => show('danger', text, milliseconds),
};

const readable = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The host draws this once in a page. */
export function Toasts() {
  const t = useUiTexts();
  return (
    <div className={css['toasts']} role="log" aria-live="polite" aria-label={t('toasts')}>
      {useReadable(readable).map(({ id, kind, text }) => (
        <div key={id} className={css['toast']} role={kind === 'danger' ? 'alert' : undefined}>
          <NoticeIcon kind={kind} />
          <p>{text}</p>
          <button type="button" className={css['close']} aria-label={t('close')} onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
