import type { MemberRole, Permission } from '@sinter/sdk/contract/enums';
import { permissionsOf } from '@sinter/sdk/contract/rights';
import { makeStore } from '@sinter/sdk/state';
import { mayGiveRole, standingOf } from './rights.ts';
import type { Caller } from './rights.ts';

export interface Rights {
  memberRoles: readonly MemberRole[];
  granted: readonly Permission[];
  revoked: readonly Permission[];
}

export interface PermissionRow {
  permission: Permission;
  /** Translation key; `<plugin id>:<key>` when it is in a plugin's own texts. */
  title: string;
  /** The roles give it by themselves. */
  byRole: boolean;
  held: boolean;
  /** How it differs from what the roles give. */
  mark: 'granted' | 'revoked' | null;
  /** Why it cannot be changed: the roles never allow it, or the caller lacks it. */
  blocked: 'never' | 'lacking' | null;
}

/** Roles and permissions while somebody chooses them. */
export class RightsDraft {
  memberRoles: readonly MemberRole[];
  // Exceptions that the present roles give no meaning stay here, so that choosing a role again brings them back.
  exceptions: { granted: readonly Permission[]; revoked: readonly Permission[] };
  readonly #caller: Caller;
  readonly #initial: Rights;

  constructor(caller: Caller, initial: Rights = { memberRoles: [], granted: [], revoked: [] }) {
    this.#caller = caller;
    this.#initial = initial;
    this.memberRoles = initial.memberRoles;
    this.exceptions = { granted: initial.granted, revoked: initial.revoked };
    makeStore(this);
  }

  get granted(): Permission[] {
    return this.exceptions.granted.filter((one) => standingOf(this.memberRoles, one, this.#caller) === 'grantable');
  }

  get revoked(): Permission[] {
    return this.exceptions.revoked.filter((one) => standingOf(this.memberRoles, one, this.#caller) === 'default');
  }

  get permissions(): Permission[] {
    return permissionsOf(this.memberRoles, this.granted, this.revoked, this.#caller.known);
  }

  /** What the server is told. */
  get rights(): { memberRoles: MemberRole[]; granted: Permission[]; revoked: Permission[] } {
    return { memberRoles: [...this.memberRoles], granted: this.granted, revoked: this.revoked };
  }

  get changed(): boolean {
    const { memberRoles, granted, revoked } = this.#initial;
    return (
      !sameItems(this.memberRoles, memberRoles) ||
      !sameItems(this.exceptions.granted, granted) ||
      !sameItems(this.exceptions.revoked, revoked)
    );
  }

  get rows(): PermissionRow[] {
    const { memberRoles, granted, revoked } = this.#initial;
    const { known } = this.#caller;
    const before = permissionsOf(memberRoles, granted, revoked, known);
    return known.map(({ id: permission, title }) => {
      const roles = standingOf(this.memberRoles, permission, this.#caller);
      const held = this.permissions.includes(permission);
      const byRole = roles === 'default';
      const asRolesSay = byRole && !this.#initial.revoked.includes(permission);
      const mayGive = asRolesSay || before.includes(permission) || this.#caller.permissions.includes(permission);
      return {
        permission,
        title,
        byRole,
        held,
        mark: held === byRole ? null : held ? 'granted' : 'revoked',
        blocked: roles === 'never' ? 'never' : held || mayGive ? null : 'lacking',
      };
    });
  }

  /** May the caller choose this role, or leave it out? */
  mayChange(role: MemberRole): boolean {
    return this.#initial.memberRoles.includes(role) || mayGiveRole(this.#caller, role);
  }

  /** As chosen before. */
  take({ memberRoles, granted, revoked }: Rights): void {
    this.memberRoles = memberRoles;
    this.exceptions = { granted, revoked };
  }

  toggleRole(role: MemberRole): void {
    this.memberRoles = having(this.memberRoles, role, !this.memberRoles.includes(role));
  }

  setPermission(permission: Permission, held: boolean): void {
    const byRole = standingOf(this.memberRoles, permission, this.#caller) === 'default';
    const { granted, revoked } = this.exceptions;
    this.exceptions = {
      granted: having(granted, permission, held && !byRole),
      revoked: having(revoked, permission, !held && byRole),
    };
  }
}

export const sameItems = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** `items` with or without one of them. */
function having<T>(items: readonly T[], item: T, present: boolean): T[] {
  const others = items.filter((one) => one !== item);
  return present ? [...others, item] : others;
}
