import type { CallResult } from '@sinter/sdk/contract/call';
import type { compareExtension } from '@sinter/sdk/contract/host/extensions';
import { useTexts } from '@sinter/sdk/ui';
import { rightText } from './Rights.tsx';
import css from './marketplace.module.css';

export type Difference = CallResult<typeof compareExtension>;

/** What differs between two versions, but for their files: in words, what matters most first. */
export function Change({ difference }: { difference: Difference }) {
  const t = useTexts();
  const { scopes, pages, slots, events, backend, files } = difference;
  const lines = [
    ...scopes.added.map(({ scope }) => t('change.right', { right: rightText(scope) })),
    ...scopes.removed.map((scope) => t('change.rightGone', { right: rightText(scope) })),
    ...(backend === null
      ? []
      : [t(backend.after === null ? 'change.backendGone' : 'change.backend', { address: backend.after ?? '' })]),
    ...pages.added.map((page) => t('change.page', { page })),
    ...pages.removed.map((page) => t('change.pageGone', { page })),
    ...slots.added.map((slot) => t('change.slot', { slot: t(`slot.${slot}`) || slot })),
    ...slots.removed.map((slot) => t('change.slotGone', { slot: t(`slot.${slot}`) || slot })),
    ...events.added.map((event) => t('change.event', { event })),
    ...events.removed.map((event) => t('change.eventGone', { event })),
    t('change.files', { count: files.length }),
  ];
  return (
    <ul className={css['lines']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
