import { observer } from 'mobx-react-lite';
import { LightButton, messageOf } from '@sinter/sdk/ui';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { VerifyStore } from './VerifyStore.ts';
import css from './screens.module.css';

/** Sends the message with the link once more, with a pause in between. */
export const ResendButton = observer(function ResendButton({ store }: { store: VerifyStore }) {
  const t = useHostTexts();
  const { busy, wait } = store;
  return (
    <LightButton loading={busy === 'send'} disabled={wait > 0} onClick={() => void store.resend()}>
      {wait > 0 ? t('verify.wait', { count: wait }) : t('verify.resend')}
    </LightButton>
  );
});

/** What became of the person's last step. */
export function VerifyNote({ told }: Pick<VerifyStore, 'told'>) {
  const t = useHostTexts();
  if (told === null) return null;
  return (
    <p className={css['told']} role="status">
      {typeof told === 'string' ? t(`verify.told.${told}`) : messageOf(told.error)}
    </p>
  );
}
