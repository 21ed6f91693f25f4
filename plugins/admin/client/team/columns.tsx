import { observer } from 'mobx-react-lite';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { formatDate, formatDateTime } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { StatusPill, useTexts, type DataColumn, type Tone, LinkButton } from '@sinter/sdk/ui';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { nameOf } from './members.ts';
import type { TeamStore } from './TeamStore.ts';
import { permissionTitle } from '../titles.ts';
import css from './team.module.css';

type Texts = PluginHost['t'];

/** Columns that may be left out; the name always stays. */
const columnKeys = ['email', 'roles', 'extra', 'departments', 'place', 'status', 'lastSignIn', 'secondFactor'] as const;
type ColumnKey = (typeof columnKeys)[number];

/** Departments are the facility's own; companies matter only where there are several. */
export const keysFor = ({ kind }: TeamStore): ColumnKey[] =>
  columnKeys.filter((key) => key !== (kind === 'THIRD_PARTY' ? 'departments' : 'place'));

export function teamColumns(t: Texts, store: TeamStore): DataColumn<TeamMember>[] {
  const render: Record<ColumnKey, DataColumn<TeamMember>['render']> = {
    email: ({ email }) => <bdi className={css['email']}>{email}</bdi>,
    roles: ({ memberRoles }) => (
      <span className={css['list']}>
        {memberRoles.map((role) => (
          <span key={role}>{t(`role.${role}`)}</span>
        ))}
      </span>
    ),
    extra: (member) => <Exceptions {...{ store, member }} />,
    departments: ({ departments }) => departments.map(({ name }) => name).join(', ') || '–',
    place: ({ place }) => place.name,
    status: (member) => <MemberStatus member={member} />,
    lastSignIn: ({ lastSignIn, status }) =>
      lastSignIn ? formatDateTime(lastSignIn) : status === 'INVITED' ? '–' : t('team.never'),
    secondFactor: ({ secondFactor, status }) =>
      status === 'INVITED' ? '–' : t(secondFactor ? 'team.factor.on' : 'team.factor.off'),
  };
  const ranks: Partial<Record<ColumnKey, 'extra' | 'detail'>> = {
    extra: 'extra',
    departments: 'detail',
    place: 'extra',
    lastSignIn: 'extra',
    secondFactor: 'detail',
  };
  const sortable: readonly string[] = ['email', 'status', 'lastSignIn'];
  return [
    {
      key: 'name',
      rank: 'name',
      title: t('team.column.name'),
      sortable: true,
      render: (member) => <Name {...{ store, member }} />,
    },
    ...keysFor(store).map((key) => ({
      key,
      title: t(`team.column.${key}`),
      sortable: sortable.includes(key),
      render: render[key],
      ...(ranks[key] ? { rank: ranks[key] } : {}),
    })),
  ];
}

/** The list as a table of plain words. */
export function csvColumns(t: Texts, { permissions }: Pick<TeamStore, 'permissions'>): CsvColumn<TeamMember>[] {
  const titles = (some: TeamMember['granted']) => some.map((one) => permissionTitle(t, permissions, one)).join('; ');
  const values: Record<string, CsvColumn<TeamMember>['value']> = {
    name: nameOf,
    email: ({ email }) => email,
    roles: ({ memberRoles }) => memberRoles.map((role) => t(`role.${role}`)).join('; '),
    granted: ({ granted }) => titles(granted),
    revoked: ({ revoked }) => titles(revoked),
    departments: ({ departments }) => departments.map(({ name }) => name).join('; '),
    place: ({ place }) => place.name,
    status: ({ status }) => t(`team.status.${status}`),
    lastSignIn: ({ lastSignIn }) => lastSignIn,
    secondFactor: ({ secondFactor }) => t(secondFactor ? 'team.factor.on' : 'team.factor.off'),
  };
  return Object.entries(values).map(([key, value]) => ({ title: t(`team.column.${key}`), value }));
}

function Name({ store, member }: { store: TeamStore; member: TeamMember }) {
  const t = useTexts();
  const isSelf = member.userId === store.host.user.id;
  return (
    <span className={css['name']}>
      <LinkButton onClick={() => store.open(member)}>{nameOf(member)}</LinkButton>
      {isSelf && <span className={css['quiet']}>{t('team.you')}</span>}
      {member.locked && !isSelf && (
        <span className={css['quiet']} title={t('team.locked')}>
          {t('team.locked.short')}
        </span>
      )}
    </span>
  );
}

const Exceptions = observer(function Exceptions({ store, member }: { store: TeamStore; member: TeamMember }) {
  const { granted, revoked } = member;
  const t = useTexts();
  if (granted.length + revoked.length === 0) return '–';
  const named = (permissions: TeamMember['granted']) =>
    permissions.map((one) => permissionTitle(t, store.permissions, one)).join(', ');
  return (
    <span className={css['marks']}>
      {granted.length > 0 && (
        <span className={css['granted']} title={named(granted)}>
          {t('team.extra.granted', { count: granted.length })}
        </span>
      )}
      {revoked.length > 0 && (
        <span className={css['revoked']} title={named(revoked)}>
          {t('team.extra.revoked', { count: revoked.length })}
        </span>
      )}
    </span>
  );
});

const hasExpired = (validUntil: string | null): boolean => validUntil !== null && Date.parse(validUntil) < Date.now();
const tones: Record<TeamMember['status'], Tone> = { ACTIVE: 'green', INVITED: 'amber', DISABLED: 'grey' };

export function MemberStatus({ member: { status, validUntil } }: { member: TeamMember }) {
  const t = useTexts();
  const expired = hasExpired(validUntil);
  return (
    <span className={css['stack']}>
      <StatusPill tone={expired ? 'red' : tones[status]}>
        {t(expired ? 'team.expired' : `team.status.${status}`)}
      </StatusPill>
      {validUntil !== null && !expired && (
        <span className={css['quiet']}>{t('team.until', { date: formatDate(validUntil) })}</span>
      )}
    </span>
  );
}
