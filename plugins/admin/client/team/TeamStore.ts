import * as z from 'zod';
import {
  enableMember,
  listDepartments,
  listTeam,
  resendInvitation,
  revokeInvitation,
} from '@sinter/sdk/contract/admin/team';
import { listAddedPermissions } from '@sinter/sdk/contract/host/permissions';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import { definePermission, platformPermissions } from '@sinter/sdk/contract/rights';
import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';
import type { Found, Wanted } from '@sinter/sdk/state/lists';
import { keyOf, narrowed, teamFiltersSchema } from './members.ts';
import type { TeamFilters } from './members.ts';
import type { Side } from './rights.ts';

export type TeamHost = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
const teamKindSchema = z.enum(['OWN', 'THIRD_PARTY']);
export type TeamKind = z.infer<typeof teamKindSchema>;

/** What is kept under a name: filters, and whose. */
const savedSchema = teamFiltersSchema.extend({ kind: teamKindSchema });
export type SavedTeamFilters = z.infer<typeof savedSchema>;

/** What can be done with several: the first two with people, the others with invitations. */
export type TeamChange = 'DISABLE' | 'ENABLE' | 'RESEND' | 'REVOKE';
const concernsInvitations = (change: TeamChange): boolean => change === 'RESEND' || change === 'REVOKE';

interface Department {
  id: number;
  name: string;
}

interface TeamPage extends Found<TeamMember> {
  /** On all pages, whatever the filters. */
  members: readonly TeamMember[];
}

const pageOf = (members: readonly TeamMember[], { filters, sort, page, size }: Wanted<TeamFilters>): TeamPage => {
  const found = narrowed(members, filters, sort);
  return { rows: found.slice(page * size, (page + 1) * size), total: found.length, members };
};

/** People and rights of one facility or company. The server answers all of them; the list is narrowed here. */
export class TeamStore {
  kind: TeamKind;
  /** What stands beside the list: the key of a member, or a new invitation. */
  panel: { kind: 'invite' } | { kind: 'member'; key: string } | null = null;
  readonly host: TeamHost;
  readonly side: Side;
  readonly list: List<TeamMember, TeamFilters, TeamPage>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<SavedTeamFilters>;
  readonly csv: CsvExport<TeamMember, TeamFilters, TeamPage>;
  readonly #departments: Question<void, readonly Department[]>;
  readonly #permissions: Question<void, readonly PermissionSpec[]>;

  constructor(host: TeamHost, side: Side) {
    const { api } = host;
    this.host = host;
    this.side = side;
    const asked = new URLSearchParams(host.location.get().search);
    this.kind = side === 'provider' && asked.get('tab') === 'third-party' ? 'THIRD_PARTY' : 'OWN';
    const filters = textFilters({ q: '', status: '', role: '', department: '' });
    this.list = new List<TeamMember, TeamFilters, TeamPage>(host, {
      filters: {
        ...filters,
        names: ['tab', ...filters.names],
        write: (values, address) => {
          if (this.kind === 'THIRD_PARTY') address.set('tab', 'third-party');
          filters.write(values, address);
        },
      },
      sort: { key: 'name', direction: 'asc' },
      keyOf,
      maySelect: ({ locked }) => !locked,
      page: async (wanted, signal) => pageOf(this.list.answer?.members ?? (await this.#readAll(signal)), wanted),
      failed: 'the team could not be loaded',
    });
    this.columns = new ColumnChoice(host, 'TEAM_COLUMNS');
    this.saved = new SavedFilters(host, 'TEAM_FILTERS', savedSchema);
    this.csv = new CsvExport(host, this.list);
    this.#departments = new Question<void, readonly Department[]>(host, {
      ask: (_asked, signal) => api.call(listDepartments, {}, { signal }),
      failed: 'the departments could not be loaded',
    });
    this.#permissions = new Question<void, readonly PermissionSpec[]>(host, {
      ask: async (_asked, signal) => {
        const added = await api.call(listAddedPermissions, {}, { signal });
        return [
          ...platformPermissions,
          ...added.map(({ label: title, ...one }) => definePermission({ ...one, title })),
        ];
      },
      failed: 'the permissions of modules could not be loaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.showSaved(filters));
    return together(this.list.start(), this.#departments.start(), this.#permissions.start(), this.csv.cancel);
  }

  /** Everybody of this kind; `null` before they are read. */
  get members(): readonly TeamMember[] | null {
    return this.list.answer?.members ?? null;
  }

  get departments(): readonly Department[] {
    return this.#departments.answer ?? [];
  }

  /** Those of the specification, and those that plugins add. */
  get permissions(): readonly PermissionSpec[] {
    return this.#permissions.answer ?? platformPermissions;
  }

  get opened(): TeamMember | null {
    const { panel } = this;
    return panel?.kind === 'member' ? (this.members?.find((member) => keyOf(member) === panel.key) ?? null) : null;
  }

  showKind(kind: TeamKind): void {
    this.#become(kind);
    this.list.showAll();
  }

  showSaved({ kind, ...filters }: SavedTeamFilters): void {
    if (kind !== this.kind) this.#become(kind);
    this.list.showFilters(filters);
  }

  /** Those chosen whom this can be done with. */
  chosenFor(change: TeamChange): TeamMember[] {
    const { chosen } = this.list.selection;
    return chosen.filter(({ status }) => (status === 'INVITED') === concernsInvitations(change));
  }

  /** Does this with those chosen, one after the other. */
  changeChosen(change: TeamChange): Promise<void> {
    return this.list.runBulk(
      {
        kind: change,
        failed: 'somebody could not be changed',
        change: async (members) => {
          for (const member of members) await this.#changeOne(change, member);
          return members.map(() => null);
        },
      },
      this.chosenFor(change),
    );
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
    this.#show([...this.#without(member), member]);
  }

  remove(member: TeamMember): void {
    this.#show(this.#without(member));
    this.panel = null;
  }

  addDepartment(department: Department): void {
    this.#departments.put([...this.departments, department]);
  }

  async #changeOne(change: TeamChange, member: TeamMember): Promise<void> {
    const { api } = this.host;
    const params = { id: member.id };
    if (change === 'RESEND') return this.put(await api.call(resendInvitation, { params }));
    if (change !== 'REVOKE') {
      return this.put(await api.call(enableMember, { params, body: { enabled: change === 'ENABLE' } }));
    }
    await api.call(revokeInvitation, { params });
    this.remove(member);
  }

  #become(kind: TeamKind): void {
    this.kind = kind;
    this.list.selection.clear();
    this.list.question.clear();
  }

  #without(member: TeamMember): TeamMember[] {
    return (this.members ?? []).filter((one) => keyOf(one) !== keyOf(member));
  }

  #show(members: readonly TeamMember[]): void {
    // Not read yet: whoever it is will be among them.
    if (this.members === null) return;
    const { list } = this;
    list.question.put(pageOf(members, { ...list.shown, size: list.pageSize }));
    list.selection.renew(list.rows);
  }

  #readAll(signal: AbortSignal): Promise<readonly TeamMember[]> {
    const kind = this.kind === 'THIRD_PARTY' ? { kind: this.kind } : {};
    return this.host.api.call(listTeam, { query: { size: 5000, invited: 'true', ...kind } }, { signal });
  }
}
