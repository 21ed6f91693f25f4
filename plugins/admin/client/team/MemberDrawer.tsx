import { useEffect, useState } from 'react';
import { Button, Checkbox, Radio } from 'antd';
import { observer } from 'mobx-react-lite';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { teamMember } from '@sinter/sdk/contract/admin/teamMember';
import { formatDate, formatDateTime } from '@sinter/sdk/i18n';
import { Slot, toast, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Restored } from '@sinter/sdk/ui/form';
import { MemberStatus } from './columns.tsx';
import { Departments } from './Departments.tsx';
import { MemberActions } from './MemberActions.tsx';
import type { Change } from './memberChoice.ts';
import { MemberStore } from './MemberStore.ts';
import { PermissionGrid, RoleChoice } from './RightsFields.tsx';
import { givenAuthorities } from '../../shared/functions.ts';
import { callerOf, rolesOfSide } from './rights.ts';
import { nameOf } from './members.ts';
import type { TeamStore } from './TeamStore.ts';
import { permissionTitle } from '../titles.ts';
import css from './team.module.css';

/** One person: what they may do, and what can be done about it. */
export default observer(function MemberDrawer({ team, member }: { team: TeamStore; member: TeamMember }) {
  const t = useTexts();
  const [store] = useState(() => new MemberStore(team, member));
  useEffect(() => store.start(), [store]);
  const { problems, isEditable } = store;
  const close = () => {
    store.giveUp();
    team.close();
  };
  const roles = rolesOfSide[store.member.accountType === 'SERVICE_PROVIDER' ? 'provider' : 'buyer'];
  const save = async () => {
    if (!(await store.save())) return;
    toast.success(t('team.saved', { name: nameOf(store.member) }));
    team.close();
  };
  return (
    <SideDrawer
      title={nameOf(store.member)}
      unsaved={store.unsaved && store.busy === null}
      onClose={close}
      footer={
        isEditable && (
          <div>
            <Summary store={store} />
            <div className={css['footer']}>
              <Button onClick={close}>{t('common.close')}</Button>
              <Button
                type="primary"
                disabled={!store.unsaved}
                loading={store.busy === 'save'}
                onClick={() => void save()}
              >
                {t('common.save')}
              </Button>
            </div>
          </div>
        )
      }
    >
      <div className={css['form']}>
        {store.restored && store.unsaved && <Restored onDiscard={store.giveUp} />}
        {problems[''] && (
          <p role="alert" className={css['banner']}>
            {problems['']}
          </p>
        )}
        <Facts member={store.member} />
        <Why store={store} />
        <RoleChoice
          draft={store.draft}
          roles={roles}
          disabled={!isEditable}
          readOnly={!isEditable}
          problem={problems.memberRoles === 'none' ? t('team.roles.none') : problems.memberRoles}
        />
        <PermissionGrid
          draft={store.draft}
          disabled={!isEditable}
          readOnly={!isEditable}
          problem={problems.permissions}
        />
        {roles === rolesOfSide.provider && <Authorities store={store} />}
        <DashboardChoice store={store} />
        {store.member.status !== 'INVITED' && !store.isOutside && <Departments store={store} team={team} />}
        <MemberActions store={store} />
        {store.member.userId !== null && (
          <Slot name={teamMember} props={{ member: { userId: store.member.userId, name: nameOf(store.member) } }} />
        )}
      </div>
    </SideDrawer>
  );
});

function Facts({ member }: { member: TeamMember }) {
  const t = useTexts();
  const invited = member.status === 'INVITED';
  return (
    <dl className={css['facts']}>
      <dt>{t('team.column.email')}</dt>
      <dd>
        <bdi>{member.email}</bdi>
      </dd>
      <dt>{t('team.column.place')}</dt>
      <dd>
        <bdi>{member.place.name}</bdi>
      </dd>
      <dt>{t('team.column.status')}</dt>
      <dd>
        <MemberStatus member={{ ...member, validUntil: null }} />
      </dd>
      {invited && member.validUntil && (
        <>
          <dt>{t('team.validUntil')}</dt>
          <dd>{formatDate(member.validUntil)}</dd>
        </>
      )}
      {!invited && (
        <>
          <dt>{t('team.column.lastSignIn')}</dt>
          <dd>{member.lastSignIn ? formatDateTime(member.lastSignIn) : t('team.never')}</dd>
          <dt>{t('team.column.secondFactor')}</dt>
          <dd>{t(member.secondFactor ? 'team.factor.on' : 'team.factor.off')}</dd>
        </>
      )}
    </dl>
  );
}

/** Why somebody cannot be changed here. */
const Why = observer(function Why({ store }: { store: MemberStore }) {
  const t = useTexts();
  if (store.isEditable) return null;
  const { member } = store;
  const reason = store.isSelf ? 'team.locked.self' : member.locked ? 'team.locked' : 'team.locked.invited';
  return <p className={css['note']}>{t(reason)}</p>;
});

const Authorities = observer(function Authorities({ store }: { store: MemberStore }) {
  const t = useTexts();
  if (store.member.status === 'INVITED') return null;
  const caller = callerOf(store.host.user, store.isOutside);
  return (
    <fieldset className={css['group']}>
      <legend>{t('team.authorities')}</legend>
      {store.problems.authorities && (
        <p role="alert" className={css['problem']}>
          {store.problems.authorities}
        </p>
      )}
      {givenAuthorities.map((authority) => {
        const possible = caller.authorities.includes(authority) || store.member.authorities.includes(authority);
        return (
          <Checkbox
            key={authority}
            className={css['choice']}
            checked={store.authorities.includes(authority)}
            disabled={!store.isEditable || !possible}
            onChange={() => store.toggleAuthority(authority)}
          >
            <span className={css['stack']}>
              <span>{t(`authority.${authority}`)}</span>
              <span className={css['quiet']}>{t(`authority.${authority}.text`)}</span>
              {!possible && store.isEditable && <span className={css['quiet']}>{t('team.blocked.lacking')}</span>}
            </span>
          </Checkbox>
        );
      })}
    </fieldset>
  );
});

/** What a buyer sees after signing in. */
const DashboardChoice = observer(function DashboardChoice({ store }: { store: MemberStore }) {
  const t = useTexts();
  if (store.dashboards.length === 0) return null;
  return (
    <fieldset className={css['group']}>
      <legend>{t('team.dashboard')}</legend>
      {store.problems.dashboard && (
        <p role="alert" className={css['problem']}>
          {store.problems.dashboard}
        </p>
      )}
      {store.dashboards.map((dashboard) => (
        <Radio
          key={dashboard}
          className={css['choice']}
          checked={store.dashboard === dashboard}
          disabled={!store.isEditable}
          onChange={() => store.setDashboard(dashboard)}
        >
          <span className={css['stack']}>
            <span>{t(`team.dashboard.${dashboard}`)}</span>
            <span className={css['quiet']}>{t(`team.dashboard.${dashboard}.text`)}</span>
          </span>
        </Radio>
      ))}
    </fieldset>
  );
});

/** In plain words, what saving will change. */
const Summary = observer(function Summary({ store }: { store: MemberStore }) {
  const t = useTexts();
  const name = nameOf(store.member);
  const wordFor = (kind: Change['kind'], item: string): string => {
    if (kind === 'departments') return item;
    if (kind === 'dashboard') return t(`team.dashboard.${item}`);
    if (kind !== 'permissions') return t(`${kind === 'roles' ? 'role' : 'authority'}.${item}`);
    return permissionTitle(t, store.permissions, item);
  };
  return (
    <div role="status" className={css['summary']}>
      {store.changes.length > 0 && (
        <>
          <strong>{t('team.summary', { name })}</strong>
          <ul>
            {store.changes.map(({ kind, way, items }) => {
              const words = items.map((item) => wordFor(kind, item));
              return <li key={`${kind} ${way}`}>{t(`team.change.${kind}.${way}`, { items: words.join(', ') })}</li>;
            })}
          </ul>
        </>
      )}
    </div>
  );
});
