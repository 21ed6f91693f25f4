import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { listAddedPermissions, listDepartments, listTeam } from '@sinter/sdk/contract/host/team';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import { definePermission, platformPermissions } from '@sinter/sdk/contract/rights';
import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { Sort } from '@sinter/sdk/ui';
import { ColumnChoice } from '@sinter/sdk/state/lists';
import { BulkRun } from './BulkRun.ts';
import type { Side } from './rights.ts';

export type TeamHost = Pick<PluginHost, 'api' | 'location' | 'navigate' | 'log' | 'user'>;
export type TeamKind = 'OWN' | 'THIRD_PARTY';
export const pageSize = 15;

/** What narrows the list; empty means everybody. The address holds it under the same names. */
export interface TeamFilters {
  q: string;
  status: string;
  role: string;
  department: string;
}
const noFilters: TeamFilters = { q: '', status: '', role: '', department: '' };

/** Members and invitations have numbers of their own. */
export const keyOf = ({ id, status }: TeamMember): string => (status === 'INVITED' ? `invitation ${id}` : `${id}`);
export const nameOf = ({ firstName, lastName, email }: TeamMember): string =>
  `${firstName} ${lastName}`.trim() || email;
/** Can be shut out or let in together with others. */
export const isSwitchable = ({ status, locked }: TeamMember): boolean => status !== 'INVITED' && !locked;

const sorters: Record<string, (member: TeamMember) => string> = {
  name: nameOf,
  email: ({ email }) => email,
  status: ({ status }) => status,
  lastSignIn: ({ lastSignIn }) => lastSignIn ?? '',
};

/** People and rights of one facility or company. The server answers all of them; the list is narrowed here. */
export class TeamStore {
  members: readonly TeamMember[] = [];
  departments: readonly { id: number; name: string }[] = [];
  /** Those of the specification, and those that plugins add. */
  permissions: readonly PermissionSpec[] = platformPermissions;
  loading = true;
  error: unknown = null;
  kind: TeamKind;
  filters: TeamFilters;
  sort: Sort;
  page: number;
  timesCleared = 0;
  selected: ReadonlySet<string> = new Set();
  /** What stands beside the list: the key of a member, or a new invitation. */
  panel: { kind: 'invite' } | { kind: 'member'; key: string } | null = null;
  bulk: BulkRun | null = null;
  readonly columns: ColumnChoice;
  private request: AbortController | null = null;

  constructor(
    readonly host: TeamHost,
    readonly side: Side,
  ) {
    this.columns = new ColumnChoice(host, 'TEAM_COLUMNS');
    const asked = new URLSearchParams(host.location.get().search);
    this.kind = side === 'provider' && asked.get('tab') === 'third-party' ? 'THIRD_PARTY' : 'OWN';
    this.filters = {
      q: asked.get('q') ?? '',
      status: asked.get('status') ?? '',
      role: asked.get('role') ?? '',
      department: asked.get('department') ?? '',
    };
    const sort = asked.get('sort') ?? 'name';
    this.sort = { key: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' };
    this.page = Math.max((Number(asked.get('page')) || 1) - 1, 0);
    makeAutoObservable<this, 'request'>(
      this,
      {
        ...{
          members: observableRef,
          departments: observableRef,
          permissions: observableRef,
          error: observableRef,
          selected: observableRef,
        },
        ...{ bulk: observableRef, host: false, side: false, columns: false, request: false },
      },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.load();
    void this.loadDepartments();
    void this.loadPermissions();
    void this.columns.load();
    return () => this.request?.abort();
  }

  get found(): TeamMember[] {
    const { q, status, role, department } = this.filters;
    const words = q.toLocaleLowerCase();
    const matching = this.members.filter(
      (member) =>
        `${nameOf(member)} ${member.email} ${member.place.name}`.toLocaleLowerCase().includes(words) &&
        (status === '' || member.status === status) &&
        (role === '' || member.memberRoles.some((one) => one === role)) &&
        (department === '' || member.departments.some(({ id }) => String(id) === department)),
    );
    const by = sorters[this.sort.key] ?? nameOf;
    const order = this.sort.direction === 'asc' ? 1 : -1;
    return matching.sort((one, other) => order * by(one).localeCompare(by(other)));
  }

  get rows(): TeamMember[] {
    // The last page may have gone since the address was written.
    const page = Math.min(this.page, Math.max(Math.ceil(this.found.length / pageSize) - 1, 0));
    return this.found.slice(page * pageSize, (page + 1) * pageSize);
  }

  get isFiltered(): boolean {
    return Object.values(this.filters).some((value) => value !== '');
  }

  /** Those chosen who are still in sight of the filters. */
  get chosen(): TeamMember[] {
    return this.found.filter((member) => isSwitchable(member) && this.selected.has(keyOf(member)));
  }

  get opened(): TeamMember | null {
    const { panel } = this;
    return panel?.kind === 'member' ? (this.members.find((member) => keyOf(member) === panel.key) ?? null) : null;
  }

  async load(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    const kind = this.kind === 'THIRD_PARTY' ? { kind: this.kind } : {};
    try {
      const members = await this.host.api.call(
        listTeam,
        { query: { size: 5000, invited: 'true', ...kind } },
        { signal },
      );
      if (signal.aborted) return;
      runInAction(() => {
        this.members = members;
        this.error = null;
        this.loading = false;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('The team could not be loaded', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }

  retry(): void {
    this.loading = true;
    void this.load();
  }

  showKind(kind: TeamKind): void {
    this.kind = kind;
    this.members = [];
    this.selected = new Set();
    this.loading = true;
    this.show({ ...noFilters });
    this.timesCleared++;
    void this.load();
  }

  filter(change: Partial<TeamFilters>): void {
    this.show({ ...this.filters, ...change });
  }

  showAll(): void {
    this.timesCleared++;
    this.show({ ...noFilters });
  }

  sortBy(sort: Sort): void {
    this.sort = sort;
    this.writeAddress();
  }

  showPage(page: number): void {
    this.page = page;
    this.writeAddress();
  }

  toggle(key: string): void {
    const next = new Set(this.selected);
    if (!next.delete(key)) next.add(key);
    this.selected = next;
  }

  /** Chooses everybody on the page, or nobody. */
  toggleRows(): void {
    const keys = this.rows.filter(isSwitchable).map(keyOf);
    this.selected = keys.every((key) => this.selected.has(key)) ? new Set() : new Set([...this.selected, ...keys]);
  }

  switchChosen(enabled: boolean): void {
    this.bulk = new BulkRun(this.host, enabled, this.chosen, this.put);
    void this.bulk.run();
  }

  closeBulk(): void {
    this.bulk = null;
    this.selected = new Set();
  }

  invite(): void {
    this.panel = { kind: 'invite' };
  }

  open(member: TeamMember): void {
    this.panel = { kind: 'member', key: keyOf(member) };
  }

  close(): void {
    this.panel = null;
  }

  /** Somebody as the server has them now. */
  put(member: TeamMember): void {
    const key = keyOf(member);
    const others = this.members.filter((one) => keyOf(one) !== key);
    this.members = [...others, member];
  }

  remove(member: TeamMember): void {
    this.members = this.members.filter((one) => keyOf(one) !== keyOf(member));
    this.panel = null;
  }

  addDepartment(department: { id: number; name: string }): void {
    this.departments = [...this.departments, department];
  }

  private async loadDepartments(): Promise<void> {
    try {
      const departments = await this.host.api.call(listDepartments, {});
      runInAction(() => (this.departments = departments));
    } catch (error) {
      this.host.log.warn('The departments could not be loaded', { error: String(error) });
    }
  }

  private async loadPermissions(): Promise<void> {
    try {
      const added = await this.host.api.call(listAddedPermissions, {});
      const permissions = added.map(({ label: title, ...one }) => definePermission({ ...one, title }));
      runInAction(() => (this.permissions = [...platformPermissions, ...permissions]));
    } catch (error) {
      this.host.log.warn('The permissions of modules could not be loaded', { error: String(error) });
    }
  }

  private show(filters: TeamFilters): void {
    this.filters = filters;
    this.page = 0;
    this.writeAddress();
  }

  private writeAddress(): void {
    const shown = new URLSearchParams();
    if (this.kind === 'THIRD_PARTY') shown.set('tab', 'third-party');
    for (const [name, value] of Object.entries(this.filters)) if (value !== '') shown.set(name, value);
    const sort = `${this.sort.direction === 'desc' ? '-' : ''}${this.sort.key}`;
    if (sort !== 'name') shown.set('sort', sort);
    if (this.page > 0) shown.set('page', String(this.page + 1));
    const { pathname } = this.host.location.get();
    this.host.navigate(shown.size > 0 ? `${pathname}?${shown}` : pathname, { replace: true });
  }
}
