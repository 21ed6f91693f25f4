import { makeAutoObservable, runInAction } from 'mobx';
import { emailSchema } from '@sinter/sdk/contract/host/account';
import { CallError } from '@sinter/sdk/contract/errors';
import { invite } from '@sinter/sdk/contract/host/team';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import { messageOf } from '@sinter/sdk/ui';
import { RightsDraft } from './RightsDraft.ts';
import type { PermissionSpec } from '@sinter/sdk/contract/rights';
import { callerOf } from './rights.ts';
import type { TeamHost, TeamKind } from './TeamStore.ts';

interface InviteLine {
  email: string;
  outcome: 'waiting' | 'sent' | { refused: string };
}

/** Invitations for one or several people with the same rights. */
export class InviteStore {
  emails = '';
  companyName = '';
  readonly draft: RightsDraft;
  /** What became of each address of the last round. */
  lines: readonly InviteLine[] = [];
  sending = false;
  /** Shown under the fields once sending was tried. */
  tried = false;

  constructor(
    private readonly host: TeamHost,
    readonly kind: TeamKind,
    private readonly onInvited: (member: TeamMember) => void,
    known?: () => readonly PermissionSpec[],
  ) {
    this.draft = new RightsDraft(callerOf(host.user, kind === 'THIRD_PARTY', known));
    makeAutoObservable<this, 'host' | 'onInvited'>(
      this,
      { host: false, onInvited: false, draft: false, kind: false },
      { autoBind: true },
    );
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
    this.lines = [];
  }

  writeCompany(companyName: string): void {
    this.companyName = companyName;
  }

  /** Sends one invitation after the other. Those refused stay in the field; says whether there are none. */
  async send(): Promise<boolean> {
    this.tried = true;
    if (this.sending || Object.keys(this.problems).length > 0) return false;
    this.sending = true;
    const { addresses } = this;
    this.lines = addresses.map((email) => ({ email, outcome: 'waiting' }));
    for (const email of addresses) {
      const outcome = await this.sendOne(email);
      runInAction(() => (this.lines = this.lines.map((line) => (line.email === email ? { email, outcome } : line))));
    }
    const refused = this.lines.filter(({ outcome }) => outcome !== 'sent').map(({ email }) => email);
    runInAction(() => {
      this.emails = refused.join('\n');
      this.sending = false;
    });
    return refused.length === 0;
  }

  private async sendOne(email: string): Promise<InviteLine['outcome']> {
    const { kind, host, draft } = this;
    const company = kind === 'THIRD_PARTY' ? { companyName: this.companyName } : {};
    try {
      this.onInvited(await host.api.call(invite, { body: { email, kind, ...company, ...draft.rights } }));
      return 'sent';
    } catch (error) {
      host.log.warn('An invitation was refused', { error: String(error) });
      const atField = error instanceof CallError ? Object.values(error.fields)[0] : undefined;
      return { refused: atField ?? messageOf(error) };
    }
  }
}
