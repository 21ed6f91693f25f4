import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { ApiKeys } from './KeysStore.ts';
import { permissionTitle } from './permissionTitle.ts';
import css from './account.module.css';

export type Scopes = NonNullable<ApiKeys['scopes']>;

/** What the account key may do now as far as the caller may give it; for the first key all of that. */
export function scopesOf({ scopes, grantable }: ApiKeys): Scopes {
  const all = grantable.map(({ permission }) => permission);
  if (!scopes) return { membership: 'WRITE', permissions: all };
  return { ...scopes, permissions: all.filter((one) => scopes.permissions.includes(one)) };
}

interface KeyScopesProps {
  scopes: Scopes;
  grantable: ApiKeys['grantable'];
  onChange: (scopes: Scopes) => void;
}

/** What programs may do with the account key. */
export function KeyScopes({ scopes, grantable, onChange }: KeyScopesProps) {
  const t = useHostTexts();
  const { membership, permissions } = scopes;
  const toggle = (one: Scopes['permissions'][number]) =>
    onChange({
      ...scopes,
      permissions: permissions.includes(one) ? permissions.filter((each) => each !== one) : [...permissions, one],
    });
  const isAll = permissions.length === grantable.length;
  return (
    <>
      <fieldset className={css['choices']}>
        <legend>{t('keys.membership')}</legend>
        {(['WRITE', 'READ', 'NONE'] as const).map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="membership"
              checked={membership === choice}
              onChange={() => onChange({ ...scopes, membership: choice })}
            />
            {t(`keys.membership.${choice}`)}
          </label>
        ))}
      </fieldset>
      {grantable.length > 0 && (
        <fieldset className={css['choices']}>
          <legend>{t('keys.permissions')}</legend>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() =>
                onChange({ ...scopes, permissions: isAll ? [] : grantable.map(({ permission }) => permission) })
              }
            />
            {t('keys.permissions.all')}
          </label>
          <div className={css['scopes']}>
            {grantable.map(({ permission, label }) => (
              <label key={permission}>
                <input type="checkbox" checked={permissions.includes(permission)} onChange={() => toggle(permission)} />
                {permissionTitle(label, permission)}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
