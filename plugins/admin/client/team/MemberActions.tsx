import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { ConfirmDialog, toast, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { MemberStore } from './MemberStore.ts';
import { nameOf } from './members.ts';
import css from './team.module.css';

/** What can be done with somebody beside changing their rights. */
export const MemberActions = observer(function MemberActions({ store }: { store: MemberStore }) {
  const t = useTexts();
  const { member, question } = store;
  const name = nameOf(member);
  const facility = store.facilities.find(({ id }) => id === store.facilityId)?.companyName ?? '';
  const after = async (done: Promise<boolean>, text: string) => {
    if (await done) toast.success(t(text, { name, facility }));
  };
  return (
    <div className={css['actions']}>
      {member.status === 'INVITED' && !member.locked && (
        <Row label={t('team.resend')} text={t('team.resend.text')}>
          <Button loading={store.busy === 'resend'} onClick={() => void after(store.resend(), 'team.resend.done')}>
            {t('team.resend')}
          </Button>
          <Button danger loading={store.busy === 'revoke'} onClick={() => store.ask('revoke')}>
            {t('team.revoke')}
          </Button>
        </Row>
      )}
      {member.status !== 'INVITED' && !member.locked && (
        <>
          {member.secondFactor && (
            <Row label={t('team.resetFactors')} text={t('team.resetFactors.hint')}>
              <Button loading={store.busy === 'resetFactors'} onClick={() => store.ask('resetFactors')}>
                {t('team.resetFactors')}
              </Button>
            </Row>
          )}
          {store.mayMove && store.facilities.length > 0 && <Move store={store} />}
          {member.status === 'ACTIVE' ? (
            <Row label={t('team.disable')} text={t('team.disable.text')}>
              <Button danger loading={store.busy === 'disable'} onClick={() => store.ask('disable')}>
                {t('team.disable')}
              </Button>
            </Row>
          ) : (
            <Row label={t('team.enable')} text={t('team.enable.text')}>
              <Button
                loading={store.busy === 'enable'}
                onClick={() => void after(store.setEnabled(true), 'team.enable.done')}
              >
                {t('team.enable')}
              </Button>
            </Row>
          )}
        </>
      )}
      <ConfirmDialog
        open={question !== null}
        danger
        title={question ? t(`team.${question}.ask`, { name, facility }) : ''}
        yes={question ? t(`team.${question}`) : ''}
        no={t('common.cancel')}
        onAnswer={(yes) => void after(store.answer(yes), `team.${question}.done`)}
      >
        {question && t(`team.${question}.text`)}
      </ConfirmDialog>
    </div>
  );
});

const Move = observer(function Move({ store }: { store: MemberStore }) {
  const t = useTexts();
  const id = useId();
  return (
    <Row label={t('team.move')} text={t('team.move.text')}>
      <Select
        className={css['facility']}
        aria-label={t('team.move.to')}
        aria-describedby={store.problems.move && `${id}-problem`}
        placeholder={t('team.move.to')}
        value={store.facilityId}
        options={store.facilities.map(({ id: value, companyName }) => ({ value, label: companyName }))}
        onChange={store.chooseFacility}
      />
      <Button disabled={store.facilityId === null} loading={store.busy === 'move'} onClick={() => store.ask('move')}>
        {t('team.move')}
      </Button>
      {store.problems.move && (
        <span id={`${id}-problem`} role="alert" className={css['problem']}>
          {store.problems.move}
        </span>
      )}
    </Row>
  );
});

interface RowProps {
  label: string;
  text: string;
  children: ReactNode;
}

const Row = ({ label, text, children }: RowProps) => (
  <section className={css['action']} aria-label={label}>
    <p>{text}</p>
    <div>{children}</div>
  </section>
);
