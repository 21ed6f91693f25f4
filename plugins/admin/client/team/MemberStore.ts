import { makeAutoObservable, runInAction } from 'mobx';
import type { CallInput } from '@sinter/sdk/contract/call';
import type { Authority } from '@sinter/sdk/contract/enums';
import { CallError } from '@sinter/sdk/contract/errors';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import {
  addDepartment,
  enableMember,
  moveMember,
  resendInvitation,
  resetMemberFactors,
  revokeInvitation,
  updateMember,
} from '@sinter/sdk/contract/host/team';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import { messageOf } from '@sinter/sdk/ui';
import { RightsDraft, sameItems } from './RightsDraft.ts';
import { callerOf } from './rights.ts';
import type { TeamStore } from './TeamStore.ts';

/** Where a refusal is shown. `''`: above everything. */
export type Place = 'memberRoles' | 'permissions' | 'authorities' | 'departments' | 'move' | '';
const places: Record<string, Place> = {
  memberRoles: 'memberRoles',
  granted: 'permissions',
  revoked: 'permissions',
  authorities: 'authorities',
  departmentIds: 'departments',
  facilityId: 'move',
};

/** One thing that saving changes, for a plain sentence: `items` are names to be translated, or already words. */
export interface Change {
  kind: 'roles' | 'permissions' | 'authorities' | 'departments';
  way: 'added' | 'removed';
  items: readonly string[];
}

type Action = 'save' | 'disable' | 'enable' | 'resend' | 'revoke' | 'resetFactors' | 'move' | 'department';
/** What is asked about before it is done. */
export type Question = Extract<Action, 'disable' | 'revoke' | 'resetFactors' | 'move'>;

/** One person of the team while their rights are looked at and changed. */
export class MemberStore {
  member: TeamMember;
  draft: RightsDraft;
  authorities: readonly Authority[];
  departmentIds: readonly number[];
  facilities: readonly { id: number; companyName: string }[] = [];
  /** Where to move them. */
  facilityId: number | null = null;
  busy: Action | null = null;
  question: Question | null = null;
  problems: Partial<Record<Place, string>> = {};

  constructor(
    private readonly team: TeamStore,
    member: TeamMember,
  ) {
    this.member = member;
    this.draft = this.draftOf(member);
    this.authorities = member.authorities;
    this.departmentIds = member.departments.map(({ id }) => id);
    makeAutoObservable<this, 'team' | 'draftOf'>(this, { team: false, draftOf: false }, { autoBind: true });
  }

  get host(): TeamStore['host'] {
    return this.team.host;
  }

  get permissions(): TeamStore['permissions'] {
    return this.team.permissions;
  }

  get isEditable(): boolean {
    return !this.member.locked && this.member.status !== 'INVITED';
  }

  /** Of a company that the facility has let in. */
  get isOutside(): boolean {
    return this.team.kind === 'THIRD_PARTY';
  }

  get isSelf(): boolean {
    return this.member.userId === this.host.user.id;
  }

  /** Only a super admin of the root facility moves people. */
  get mayMove(): boolean {
    const { user } = this.host;
    const root = user.serviceProvider !== null && user.serviceProvider.rootSpId === null;
    return this.isEditable && !this.isOutside && root && user.memberRoles.includes('SP_SUPER_ADMIN');
  }

  get unsaved(): boolean {
    return this.changes.length > 0;
  }

  /** What saving would change. */
  get changes(): Change[] {
    const { member, draft } = this;
    const departments = new Map(
      [...this.team.departments, ...member.departments].map(({ id, name }) => [id, name] as const),
    );
    const named = (ids: readonly number[]) => ids.map((id) => departments.get(id) ?? String(id));
    return [
      ...difference('roles', member.memberRoles, draft.memberRoles),
      ...difference('permissions', member.permissions, draft.permissions),
      ...difference('authorities', member.authorities, this.authorities),
      ...difference('departments', named(member.departments.map(({ id }) => id)), named(this.departmentIds)),
    ];
  }

  async loadFacilities(): Promise<void> {
    if (!this.mayMove) return;
    try {
      const facilities = await this.host.api.call(listInternalFacilities, {});
      runInAction(() => {
        this.facilities = facilities
          .map(({ serviceProviderDTO }) => serviceProviderDTO)
          .filter(({ id }) => id !== this.member.place.id);
      });
    } catch (error) {
      this.host.log.warn('The facilities could not be loaded', { error: String(error) });
    }
  }

  toggleAuthority(authority: Authority): void {
    const has = this.authorities.includes(authority);
    this.authorities = has ? this.authorities.filter((one) => one !== authority) : [...this.authorities, authority];
  }

  setDepartments(ids: readonly number[]): void {
    this.departmentIds = ids;
  }

  chooseFacility(id: number | null): void {
    this.facilityId = id;
  }

  ask(question: Question): void {
    this.question = question;
  }

  /** Answers what was asked; says whether it was done. */
  async answer(yes: boolean): Promise<boolean> {
    const { question } = this;
    this.question = null;
    if (!yes || question === null) return false;
    if (question === 'disable') return this.setEnabled(false);
    if (question === 'revoke') return this.revoke();
    return question === 'resetFactors' ? this.resetFactors() : this.move();
  }

  save(): Promise<boolean> {
    if (this.draft.memberRoles.length === 0) {
      this.problems = { memberRoles: 'none' };
      return Promise.resolve(false);
    }
    const body: CallInput<typeof updateMember>['body'] = {
      ...this.draft.rights,
      authorities: [...this.authorities],
      departmentIds: [...this.departmentIds],
    };
    return this.act('save', () => this.host.api.call(updateMember, { params: this.params, body }));
  }

  setEnabled(enabled: boolean): Promise<boolean> {
    return this.act(enabled ? 'enable' : 'disable', () =>
      this.host.api.call(enableMember, { params: this.params, body: { enabled } }),
    );
  }

  resend(): Promise<boolean> {
    return this.act('resend', () => this.host.api.call(resendInvitation, { params: this.params }));
  }

  async addDepartment(name: string): Promise<boolean> {
    return this.act('department', async () => {
      const added = await this.host.api.call(addDepartment, { body: { name } });
      this.team.addDepartment(added);
      this.setDepartments([...this.departmentIds, added.id]);
    });
  }

  private resetFactors(): Promise<boolean> {
    return this.act('resetFactors', () => this.host.api.call(resetMemberFactors, { params: this.params }));
  }

  private revoke(): Promise<boolean> {
    return this.act('revoke', async () => {
      await this.host.api.call(revokeInvitation, { params: this.params });
      this.team.remove(this.member);
    });
  }

  private move(): Promise<boolean> {
    const { facilityId } = this;
    if (facilityId === null) return Promise.resolve(false);
    return this.act('move', async () => {
      await this.host.api.call(moveMember, { params: this.params, body: { facilityId } });
      this.team.remove(this.member);
    });
  }

  private get params(): { id: number } {
    return { id: this.member.id };
  }

  private draftOf(member: TeamMember): RightsDraft {
    return new RightsDraft(
      callerOf(this.host.user, this.isOutside, () => this.team.permissions),
      member,
    );
  }

  private async act(action: Action, call: () => Promise<TeamMember | void>): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = action;
    this.problems = {};
    try {
      const member = await call();
      runInAction(() => member && this.show(member, action === 'save'));
      return true;
    } catch (error) {
      this.host.log.warn('The team refused a change', { action, error: String(error) });
      runInAction(() => (this.problems = problemsOf(error, action)));
      return false;
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  /** As the server has them now. What is being entered stays, unless it was just saved. */
  private show(member: TeamMember, saved: boolean): void {
    const untouched = saved || !this.unsaved;
    this.member = member;
    this.team.put(member);
    if (!untouched) return;
    this.draft = this.draftOf(member);
    this.authorities = member.authorities;
    this.departmentIds = member.departments.map(({ id }) => id);
  }
}

function problemsOf(error: unknown, action: Action): Partial<Record<Place, string>> {
  const message = messageOf(error);
  if (!(error instanceof CallError)) return { '': message };
  if (error.code === 'LAST_SUPER_ADMIN') return { [action === 'save' ? 'memberRoles' : '']: message };
  const fields = Object.entries(error.fields).map(
    ([field, text]) => [places[field.split('.')[0] ?? ''] ?? '', text] as const,
  );
  if (fields.length > 0) return Object.fromEntries(fields);
  return { [action === 'move' ? 'move' : action === 'department' ? 'departments' : '']: message };
}

function difference(kind: Change['kind'], before: readonly string[], after: readonly string[]): Change[] {
  if (sameItems(before, after)) return [];
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  return [
    ...(added.length > 0 ? [{ kind, way: 'added' as const, items: added }] : []),
    ...(removed.length > 0 ? [{ kind, way: 'removed' as const, items: removed }] : []),
  ];
}
