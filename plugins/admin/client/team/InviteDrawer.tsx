import { useEffect, useId, useState } from 'react';
import { Button, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { toast, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { InviteStore } from './InviteStore.ts';
import { PermissionGrid, RoleChoice } from './RightsFields.tsx';
import { rolesOfSide } from './rights.ts';
import type { TeamStore } from './TeamStore.ts';
import css from './team.module.css';

/** Asks people in, with the rights that they will have. */
export default observer(function InviteDrawer({ team }: { team: TeamStore }) {
  const t = useTexts();
  const [store] = useState(() => new InviteStore(team.host, team.kind, team.put, () => team.permissions));
  useEffect(() => store.start(), [store]);
  const id = useId();
  const close = () => {
    store.giveUp();
    team.close();
  };
  const outside = store.kind === 'THIRD_PARTY';
  const problems = store.tried ? store.problems : {};
  const send = async () => {
    const count = store.addresses.length;
    if (!(await store.send())) return;
    toast.success(t('team.invited', { count }));
    team.close();
  };
  const problem = (name: 'emails' | 'companyName') =>
    problems[name] && (
      <span id={`${id}-${name}`} role="alert" className={css['problem']}>
        {t(`team.invite.${name}.${problems[name]}`, { emails: store.wrongAddresses.join(', ') })}
      </span>
    );
  return (
    <SideDrawer
      title={t(outside ? 'team.invite.outside' : 'team.invite')}
      unsaved={store.unsaved && !store.sending}
      onClose={close}
      footer={
        <div className={css['footer']}>
          <Button onClick={close} disabled={store.sending}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" loading={store.sending} onClick={() => void send()}>
            {t('team.invite.send', { count: Math.max(store.addresses.length, 1) })}
          </Button>
        </div>
      }
    >
      <div className={css['form']}>
        <label className={css['field']}>
          <span>
            {t('team.invite.emails')}
            <span className={css['asterisk']} aria-hidden="true">
              *
            </span>
          </span>
          <Input.TextArea
            rows={outside ? 1 : 4}
            value={store.emails}
            status={problems.emails ? 'error' : ''}
            disabled={store.sending}
            aria-required
            aria-invalid={problems.emails !== undefined}
            aria-describedby={`${id}-emails`}
            onChange={({ target }) => store.write(target.value)}
          />
          {problem('emails') ?? (
            <span id={`${id}-emails`} className={css['quiet']}>
              {t(outside ? 'team.invite.emails.outside' : 'team.invite.emails.hint')}
            </span>
          )}
        </label>
        <InviteResults store={store} />
        {outside && (
          <label className={css['field']}>
            <span>
              {t('team.invite.companyName')}
              <span className={css['asterisk']} aria-hidden="true">
                *
              </span>
            </span>
            <Input
              value={store.companyName}
              maxLength={200}
              status={problems.companyName ? 'error' : ''}
              disabled={store.sending}
              aria-required
              aria-invalid={problems.companyName !== undefined}
              aria-describedby={problems.companyName && `${id}-companyName`}
              onChange={({ target }) => store.writeCompany(target.value)}
            />
            {problem('companyName')}
          </label>
        )}
        <RoleChoice
          draft={store.draft}
          roles={rolesOfSide[outside ? 'buyer' : team.side]}
          disabled={store.sending}
          problem={problems.memberRoles && t('team.roles.none')}
        />
        <PermissionGrid draft={store.draft} disabled={store.sending} />
      </div>
    </SideDrawer>
  );
});

const InviteResults = observer(function InviteResults({ store }: { store: InviteStore }) {
  const t = useTexts();
  return (
    <ul className={css['results']} aria-live="polite" aria-label={t('team.invite.results')}>
      {store.lines.map(({ row: email, outcome }) => (
        <li key={email}>
          <bdi>{email}</bdi>
          {outcome === 'waiting' && <span className={css['quiet']}>{t('team.invite.waiting')}</span>}
          {outcome === 'skipped' && <span className={css['quiet']}>{t('team.invite.skipped')}</span>}
          {outcome === 'done' && <span className={css['good']}>{t('team.invite.sent')}</span>}
          {typeof outcome === 'object' && <span className={css['bad']}>{outcome.refused}</span>}
        </li>
      ))}
    </ul>
  );
});
