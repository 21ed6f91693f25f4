import { emailSchema } from '@sinter/sdk/contract/host/account';
import { CallError } from '@sinter/sdk/contract/errors';
import { invite } from '@sinter/sdk/contract/admin/team';
import type { TeamMember } from '@sinter/sdk/contract/admin/team';
import type { Dispose } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import * as z from 'zod';
import { Bulk } from '@sinter/sdk/state/lists';
import type { BulkLine } from '@sinter/sdk/state/lists';
import { RightsDraft } from './RightsDraft.ts';
import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import { callerOf } from './rights.ts';
import type { TeamHost, TeamKind } from './TeamStore.ts';

/** Invitations for one or several people with the same rights. */
export class InviteStore {
  emails = '';
  companyName = '';
  /** The last round: what became of each address. */
  round: Bulk<string> | null = null;
  /** Shown under the fields once sending was tried. */
  tried = false;
  readonly kind: TeamKind;
  readonly draft: RightsDraft;
  readonly #host: TeamHost;
  readonly #onInvited: (member: TeamMember) => void;

  constructor(
    host: TeamHost,
    kind: TeamKind,
    onInvited: (member: TeamMember) => void,
    known?: () => readonly PermissionSpec[],
  ) {
    this.#host = host;
    this.kind = kind;
    this.#onInvited = onInvited;
    this.draft = new RightsDraft(callerOf(host.user, kind === 'THIRD_PARTY', known));
    makeStore(this);
  }

  start(): Dispose {
    return keepEntered(this.#host, {
      what: `admin.invite.${this.kind}`,
      schema: z.object({ emails: z.string(), companyName: z.string() }),
      entered: () => {
        const { emails, companyName } = this;
        return emails.trim() === '' && companyName === '' ? null : { emails, companyName };
      },
      restore: ({ emails, companyName }) => {
        this.write(emails);
        this.writeCompany(companyName);
      },
    });
  }

  /** Nobody is invited after all. */
  giveUp(): void {
    this.write('');
    this.writeCompany('');
  }

  get lines(): readonly BulkLine<string>[] {
    return this.round?.lines ?? [];
  }

  get sending(): boolean {
    return this.round?.running ?? false;
  }

  /** As written: one on a line, or with commas between. Each once. */
  get addresses(): string[] {
    return [...new Set(this.emails.split(/[\s,;]+/).filter((address) => address !== ''))];
  }

  get wrongAddresses(): string[] {
    return this.addresses.filter((address) => !emailSchema.safeParse(address).success);
  }

  get problems(): { emails?: 'none' | 'wrong' | 'oneCompany'; companyName?: 'none'; memberRoles?: 'none' } {
    const { kind, addresses } = this;
    const outside = kind === 'THIRD_PARTY';
    return {
      ...(addresses.length === 0 ? { emails: 'none' } : {}),
      ...(outside && addresses.length > 1 ? { emails: 'oneCompany' } : {}),
      ...(this.wrongAddresses.length > 0 ? { emails: 'wrong' } : {}),
      ...(outside && this.companyName.trim() === '' ? { companyName: 'none' } : {}),
      ...(this.draft.memberRoles.length === 0 ? { memberRoles: 'none' } : {}),
    };
  }

  get unsaved(): boolean {
    return this.emails.trim() !== '' || this.companyName !== '' || this.draft.changed;
  }

  write(emails: string): void {
    this.emails = emails;
    this.round = null;
  }

  writeCompany(companyName: string): void {
    this.companyName = companyName;
  }

  /** Sends one invitation after the other. Those refused stay in the field; says whether there are none. */
  async send(): Promise<boolean> {
    this.tried = true;
    if (this.sending || Object.keys(this.problems).length > 0) return false;
    const round = new Bulk(this.#host, this.addresses, {
      kind: 'INVITE',
      failed: 'an invitation was refused',
      change: (emails) => Promise.all(emails.map((email) => this.#invite(email))),
    });
    this.round = round;
    await round.run();
    this.keep(round.left);
    return round.left.length === 0;
  }

  /** These have still to be invited. */
  keep(emails: readonly string[]): void {
    this.emails = emails.join('\n');
  }

  async #invite(email: string): Promise<string | null> {
    const { kind, draft } = this;
    const company = kind === 'THIRD_PARTY' ? { companyName: this.companyName } : {};
    try {
      this.#onInvited(await this.#host.api.call(invite, { body: { email, kind, ...company, ...draft.rights } }));
      return null;
    } catch (error) {
      const atField = error instanceof CallError ? Object.values(error.fields)[0] : undefined;
      if (atField === undefined) throw error;
      return atField;
    }
  }
}
