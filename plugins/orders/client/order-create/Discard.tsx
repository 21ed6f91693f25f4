import { useState } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, messageOf, toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import type { RequestStore } from './RequestStore.ts';

/** Throws the draft away, after asking. */
export default observer(function Discard({ store }: { store: RequestStore }) {
  const t = useTexts();
  const [asked, setAsked] = useState(false);
  const isShop = usePlugin().user.dashboard === 'STORE_FRONT';
  if (!store.isDraft || (store.orderId === null && store.parts.isEmpty)) return null;
  const discard = () => {
    setAsked(false);
    store.discard(isShop ? '/order-history' : '/engineer').catch((error: unknown) => toast.error(messageOf(error)));
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('create.discard')}</Button>
      <ConfirmDialog
        open={asked}
        title={t('create.discard.title')}
        yes={t('create.discard')}
        onAnswer={(yes) => (yes ? discard() : setAsked(false))}
      >
        {t('create.discard.text')}
      </ConfirmDialog>
    </>
  );
});
