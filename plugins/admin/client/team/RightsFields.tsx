import { useId } from 'react';
import { Checkbox } from 'antd';
import { observer } from 'mobx-react-lite';
import type { MemberRole } from '@sinter/sdk/contract/enums';
import { useTexts } from '@sinter/sdk/ui';
import type { PermissionRow, RightsDraft } from './RightsDraft.ts';
import { permissionGroups } from './rights.ts';
import { titleOf } from '../titles.ts';
import css from './team.module.css';

interface RoleChoiceProps {
  draft: RightsDraft;
  roles: readonly MemberRole[];
  disabled: boolean;
  /** Shows only those held. */
  readOnly?: boolean;
  problem?: string | undefined;
}

/** Roles, each with what it is for. */
export const RoleChoice = observer(function RoleChoice(props: RoleChoiceProps) {
  const { draft, roles, disabled, readOnly = false, problem } = props;
  const t = useTexts();
  const shown = readOnly ? draft.memberRoles : roles;
  const id = useId();
  return (
    <fieldset className={css['group']} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>
        {t('team.roles')}
        {!readOnly && (
          <span className={css['asterisk']} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
      <div className={css['roles']}>
        {shown.map((role) => {
          const possible = draft.mayChange(role);
          return (
            <Checkbox
              key={role}
              className={css['choice']}
              checked={draft.memberRoles.includes(role)}
              disabled={disabled || !possible}
              onChange={() => draft.toggleRole(role)}
            >
              <span className={css['stack']}>
                <span>{t(`role.${role}`)}</span>
                <span className={css['quiet']}>{t(`role.${role}.text`)}</span>
                {!possible && !disabled && <span className={css['quiet']}>{t('team.lacking.role')}</span>}
              </span>
            </Checkbox>
          );
        })}
      </div>
    </fieldset>
  );
});

interface PermissionGridProps {
  draft: RightsDraft;
  disabled: boolean;
  /** Shows only those held, and those taken away. */
  readOnly?: boolean;
  problem?: string | undefined;
}

/** Every permission: what the roles give, and how this person differs. */
export const PermissionGrid = observer(function PermissionGrid(props: PermissionGridProps) {
  const { draft, disabled, readOnly = false, problem } = props;
  const t = useTexts();
  const id = useId();
  const rows = draft.rows.filter(({ held, mark }) => !readOnly || held || mark !== null);
  const ofGroup = (permissions: readonly string[]) => rows.filter(({ permission }) => permissions.includes(permission));
  const groups = [
    ...Object.entries(permissionGroups).map(([group, permissions]) => ({ group, rows: ofGroup(permissions) })),
    { group: 'added', rows: rows.filter(({ permission }) => permission.includes('/')) },
  ].filter((one) => one.rows.length > 0);
  return (
    <fieldset className={css['group']} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>{t('team.permissions')}</legend>
      {!readOnly && <p className={css['quiet']}>{t('team.permissions.text')}</p>}
      {problem && (
        <p id={`${id}-problem`} role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
      {groups.map(({ group, rows: own }) => (
        <div key={group} className={css['permissions']} role="group" aria-label={t(`team.permissions.${group}`)}>
          <h3>{t(`team.permissions.${group}`)}</h3>
          {own.map((row) => (
            <Permission key={row.permission} {...{ draft, row, disabled }} />
          ))}
        </div>
      ))}
    </fieldset>
  );
});

function Permission({ draft, row, disabled }: { draft: RightsDraft; row: PermissionRow; disabled: boolean }) {
  const t = useTexts();
  const { permission, title, byRole, held, mark, blocked } = row;
  return (
    <div className={css['permission']}>
      <Checkbox
        checked={held}
        disabled={disabled || blocked !== null}
        onChange={({ target }) => draft.setPermission(permission, target.checked)}
      >
        {titleOf(t, title, permission)}
      </Checkbox>
      {mark && <span className={css[mark]}>{t(`team.mark.${mark}`)}</span>}
      {!mark && byRole && <span className={css['byRole']}>{t('team.mark.byRole')}</span>}
      {blocked && !disabled && <span className={css['byRole']}>{t(`team.blocked.${blocked}`)}</span>}
    </div>
  );
}
