import type { CallInput } from '@sinter/sdk/contract/call';
import type { Authority, Dashboard } from '@sinter/sdk/contract/enums';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import {
  addDepartment,
  enableMember,
  moveMember,
  resendInvitation,
  resetMemberFactors,
  revokeInvitation,
  updateMember,
} from '@sinter/sdk/contract/admin/team';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import type { Dispose } from '@sinter/sdk/plugin';
import { dashboardsOf } from '../../shared/dashboards.ts';
import { keyOf } from './members.ts';
import { chosenSchema, difference } from './memberChoice.ts';
import type { Change, Chosen } from './memberChoice.ts';
import { problemsOf } from './memberProblems.ts';
import type { Deed, Place } from './memberProblems.ts';
import { RightsDraft } from './RightsDraft.ts';
import { callerOf } from './rights.ts';
import type { TeamStore } from './TeamStore.ts';

/** What is asked about before it is done. */
type AskedDeed = Extract<Deed, 'disable' | 'revoke' | 'resetFactors' | 'move'>;

/** One person of the team while their rights are looked at and changed. */
export class MemberStore {
  member: TeamMember;
  draft: RightsDraft;
  authorities: readonly Authority[];
  departmentIds: readonly number[];
  dashboard: Dashboard | null;
  /** Where to move them. */
  facilityId: number | null = null;
  /** What is chosen was begun before the page was loaded again. */
  restored = false;
  question: AskedDeed | null = null;
  problems: Partial<Record<Place, string>> = {};
  readonly #team: TeamStore;
  readonly #facilities: Question<void, readonly { id: number; companyName: string }[]>;
  readonly #doing: Action<[deed: Deed, call: () => Promise<TeamMember | void>], TeamMember | void>;

  constructor(team: TeamStore, member: TeamMember) {
    const { host } = team;
    this.#team = team;
    this.member = member;
    this.draft = this.#draftOf(member);
    this.authorities = member.authorities;
    this.departmentIds = member.departments.map(({ id }) => id);
    this.dashboard = member.dashboard;
    this.#facilities = new Question<void, readonly { id: number; companyName: string }[]>(host, {
      ask: async (_asked, signal) => {
        const found = await host.api.call(listInternalFacilities, {}, { signal });
        return found.map(({ serviceProviderDTO }) => serviceProviderDTO);
      },
      failed: 'the facilities could not be loaded',
    });
    this.#doing = new Action<[deed: Deed, call: () => Promise<TeamMember | void>], TeamMember | void>(host, {
      run: (_deed, call) => call(),
      onDone: (changed, deed) => changed && this.#show(changed, deed === 'save'),
      onFailed: (error, deed) => (this.problems = problemsOf(error, deed)),
      failed: 'the team refused a change',
    });
    makeStore(this);
  }

  get host(): TeamStore['host'] {
    return this.#team.host;
  }

  get permissions(): TeamStore['permissions'] {
    return this.#team.permissions;
  }

  /** What is being done. */
  get busy(): Deed | null {
    return this.#doing.doing?.[0] ?? null;
  }

  /** Where they can be moved to. */
  get facilities(): readonly { id: number; companyName: string }[] {
    return (this.#facilities.answer ?? []).filter(({ id }) => id !== this.member.place.id);
  }

  get isEditable(): boolean {
    return !this.member.locked && this.member.status !== 'INVITED';
  }

  /** Of a company that the facility has let in. */
  get isOutside(): boolean {
    return this.#team.kind === 'THIRD_PARTY';
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

  /** What they could work in; empty where there is no choice. */
  get dashboards(): readonly Dashboard[] {
    return this.member.dashboard === null ? [] : dashboardsOf[this.member.accountType];
  }

  get unsaved(): boolean {
    return this.changes.length > 0;
  }

  /** What saving would change. */
  get changes(): Change[] {
    const { member, draft } = this;
    const departments = new Map(
      [...this.#team.departments, ...member.departments].map(({ id, name }) => [id, name] as const),
    );
    const named = (ids: readonly number[]) => ids.map((id) => departments.get(id) ?? String(id));
    return [
      ...difference('roles', member.memberRoles, draft.memberRoles),
      ...difference('permissions', member.permissions, draft.permissions),
      ...difference('authorities', member.authorities, this.authorities),
      ...difference('departments', named(member.departments.map(({ id }) => id)), named(this.departmentIds)),
      ...(this.dashboard !== null && this.dashboard !== member.dashboard
        ? [{ kind: 'dashboard' as const, way: 'added' as const, items: [this.dashboard] }]
        : []),
    ];
  }

  start(): Dispose {
    const stopKeeping = keepEntered(this.host, {
      what: `admin.member.${keyOf(this.member)}`,
      schema: chosenSchema,
      entered: () => (this.unsaved && this.busy !== 'save' ? this.#chosen : null),
      restore: (chosen) => this.#take(chosen),
    });
    return this.mayMove ? together(stopKeeping, this.#facilities.start()) : stopKeeping;
  }

  /** As the person is saved: nothing is changed after all. */
  giveUp(): void {
    const { member } = this;
    this.draft = this.#draftOf(member);
    this.authorities = member.authorities;
    this.departmentIds = member.departments.map(({ id }) => id);
    this.dashboard = member.dashboard;
    this.restored = false;
  }

  toggleAuthority(authority: Authority): void {
    const has = this.authorities.includes(authority);
    this.authorities = has ? this.authorities.filter((one) => one !== authority) : [...this.authorities, authority];
  }

  setDepartments(ids: readonly number[]): void {
    this.departmentIds = ids;
  }

  setDashboard(dashboard: Dashboard): void {
    this.dashboard = dashboard;
  }

  chooseFacility(id: number | null): void {
    this.facilityId = id;
  }

  ask(question: AskedDeed): void {
    this.question = question;
  }

  /** Answers what was asked; says whether it was done. */
  async answer(yes: boolean): Promise<boolean> {
    const { question } = this;
    this.question = null;
    if (!yes || question === null) return false;
    if (question === 'disable') return this.setEnabled(false);
    if (question === 'revoke') return this.#revoke();
    return question === 'resetFactors' ? this.#resetFactors() : this.#move();
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
      ...(this.dashboard ? { dashboard: this.dashboard } : {}),
    };
    return this.#act('save', () => this.host.api.call(updateMember, { params: this.#params, body }));
  }

  setEnabled(enabled: boolean): Promise<boolean> {
    return this.#act(enabled ? 'enable' : 'disable', () =>
      this.host.api.call(enableMember, { params: this.#params, body: { enabled } }),
    );
  }

  resend(): Promise<boolean> {
    return this.#act('resend', () => this.host.api.call(resendInvitation, { params: this.#params }));
  }

  async addDepartment(name: string): Promise<boolean> {
    return this.#act('department', async () => {
      const added = await this.host.api.call(addDepartment, { body: { name } });
      this.#team.addDepartment(added);
      this.setDepartments([...this.departmentIds, added.id]);
    });
  }

  #resetFactors(): Promise<boolean> {
    return this.#act('resetFactors', () => this.host.api.call(resetMemberFactors, { params: this.#params }));
  }

  #revoke(): Promise<boolean> {
    return this.#act('revoke', async () => {
      await this.host.api.call(revokeInvitation, { params: this.#params });
      this.#team.remove(this.member);
    });
  }

  #move(): Promise<boolean> {
    const { facilityId } = this;
    if (facilityId === null) return Promise.resolve(false);
    return this.#act('move', async () => {
      await this.host.api.call(moveMember, { params: this.#params, body: { facilityId } });
      this.#team.remove(this.member);
    });
  }

  get #params(): { id: number } {
    return { id: this.member.id };
  }

  #draftOf(member: TeamMember): RightsDraft {
    return new RightsDraft(
      callerOf(this.host.user, this.isOutside, () => this.#team.permissions),
      member,
    );
  }

  #act(deed: Deed, call: () => Promise<TeamMember | void>): Promise<boolean> {
    if (this.busy === null) this.problems = {};
    return this.#doing.run(deed, call);
  }

  /** As the server has them now. What is being entered stays, unless it was just saved. */
  #show(member: TeamMember, saved: boolean): void {
    const untouched = saved || !this.unsaved;
    this.member = member;
    this.#team.put(member);
    if (untouched) this.giveUp();
  }

  get #chosen(): Chosen {
    const { authorities, departmentIds, dashboard } = this;
    const { memberRoles, exceptions } = this.draft;
    return {
      memberRoles: [...memberRoles],
      granted: [...exceptions.granted],
      revoked: [...exceptions.revoked],
      authorities: [...authorities],
      departmentIds: [...departmentIds],
      dashboard,
    };
  }

  #take({ authorities, departmentIds, dashboard, ...rights }: Chosen): void {
    if (!this.isEditable) return;
    this.draft.take(rights);
    this.authorities = authorities;
    this.departmentIds = departmentIds;
    this.dashboard = dashboard;
    this.restored = true;
  }
}
