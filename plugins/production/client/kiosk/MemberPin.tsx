import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { TeamMemberProps } from '@sinter/sdk/contract/admin/teamMember';
import { ConfirmDialog, LightButton, LightInput, useStore, useTexts } from '@sinter/sdk/ui';
import { MemberPinStore } from './MemberPinStore.ts';
import css from './kiosk.module.css';

/** In the team: the start PIN of somebody who works on the floor, and setting up this device as a kiosk. */
export default observer(function MemberPin({ member }: TeamMemberProps) {
  const t = useTexts();
  const store = useStore((host) => new MemberPinStore(host, member.userId));
  const [asks, setAsks] = useState(false);
  const { answer } = store.question;
  if (!answer || answer.kind === 'OUTSIDE') return null;
  const { kind, state } = answer;
  return (
    <section className={css['pin']} aria-label={t(kind === 'KIOSK' ? 'kiosk.setUp' : 'pin.own')}>
      <h3>{t(kind === 'KIOSK' ? 'kiosk.setUp' : 'pin.own')}</h3>
      {kind === 'KIOSK' ? (
        <SetUp store={store} name={member.name} />
      ) : (
        <>
          <p className={css['quiet']}>{t(`pin.state.${state}`)}</p>
          {store.startPin !== null && (
            <>
              <p>{t('pin.start.once', { name: member.name })}</p>
              <output className={css['once']} dir="ltr">
                {store.startPin}
              </output>
            </>
          )}
          <div className={css['row']}>
            <LightButton loading={store.giving.busy} onClick={() => void store.giving.run()}>
              {t('pin.start.give')}
            </LightButton>
            {state !== 'NONE' && <LightButton onClick={() => setAsks(true)}>{t('pin.take')}</LightButton>}
          </div>
          <ConfirmDialog
            open={asks}
            title={t('pin.take.title', { name: member.name })}
            danger
            yes={t('pin.take')}
            onAnswer={(yes) => {
              setAsks(false);
              if (yes) void store.taking.run();
            }}
          >
            {t('pin.take.text')}
          </ConfirmDialog>
        </>
      )}
      {store.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.problem}
        </p>
      )}
    </section>
  );
});

const SetUp = observer(function SetUp({ store, name }: { store: MemberPinStore; name: string }) {
  const t = useTexts();
  const [device, setDevice] = useState('');
  return (
    <>
      <p className={css['quiet']}>{t('kiosk.setUp.text', { name })}</p>
      <div className={css['row']}>
        <label>
          {t('kiosk.device')}
          <LightInput
            type="text"
            maxLength={60}
            placeholder={t('kiosk.device.hint')}
            value={device}
            onChange={({ target }) => setDevice(target.value)}
          />
        </label>
        <LightButton loading={store.handing.busy} onClick={() => void store.handing.run(device)}>
          {t('kiosk.setUp.do')}
        </LightButton>
      </div>
    </>
  );
});
