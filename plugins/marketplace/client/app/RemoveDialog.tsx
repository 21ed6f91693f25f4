import { useState } from 'react';
import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, useTexts } from '@sinter/sdk/ui';
import type { AppDetail, AppStore } from './AppStore.ts';

/** Asks before an app goes, and what is to become of what it has stored. */
export default observer(function RemoveDialog({ store, app }: { store: AppStore; app: AppDetail }) {
  const t = useTexts();
  const [keepData, setKeepData] = useState(true);
  const answer = (yes: boolean) => {
    if (yes) void store.uninstall.run(keepData);
    else store.askToRemove(false);
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t('remove.ask', { app: app.title })}
      ready={!store.uninstall.busy}
      yes={t('action.remove')}
      no={t('common.cancel')}
      onAnswer={answer}
    >
      <p>{t('remove.text')}</p>
      <Checkbox checked={keepData} onChange={({ target }) => setKeepData(target.checked)}>
        {t('remove.keep')}
      </Checkbox>
      {!keepData && <p>{t('remove.gone')}</p>}
    </ConfirmDialog>
  );
});
