import { makeAutoObservable, runInAction } from 'mobx';
import { CallError } from '@sinter/sdk/contract/errors';
import { enableMember } from '@sinter/sdk/contract/host/team';
import type { TeamMember } from '@sinter/sdk/contract/host/team';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';

interface BulkLine {
  member: TeamMember;
  /** `null` while it waits for its turn. */
  outcome: 'done' | 'skipped' | { refused: string } | null;
}

/** Lets several people in, or shuts them out: one after the other, each with its own result. */
export class BulkRun {
  lines: readonly BulkLine[];
  finished = false;

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'log'>,
    readonly enabled: boolean,
    members: readonly TeamMember[],
    private readonly onChanged: (member: TeamMember) => void,
  ) {
    this.lines = members.map((member) => ({ member, outcome: null }));
    makeAutoObservable<this, 'host' | 'onChanged'>(this, { host: false, onChanged: false, enabled: false });
  }

  get share(): number {
    return this.lines.filter(({ outcome }) => outcome !== null).length / Math.max(this.lines.length, 1);
  }

  async run(): Promise<void> {
    let stopped = false;
    for (const { member } of this.lines) {
      const outcome = stopped ? 'skipped' : await this.switch(member);
      // Whoever does not prove who they are does not want the rest either.
      if (outcome === 'unproved') stopped = true;
      runInAction(() => {
        this.lines = this.lines.map((line) =>
          line.member === member ? { member, outcome: outcome === 'unproved' ? 'skipped' : outcome } : line,
        );
      });
    }
    runInAction(() => (this.finished = true));
  }

  private async switch(member: TeamMember): Promise<'done' | 'unproved' | { refused: string }> {
    try {
      const changed = await this.host.api.call(enableMember, {
        params: { id: member.id },
        body: { enabled: this.enabled },
      });
      this.onChanged(changed);
      return 'done';
    } catch (error) {
      if (error instanceof CallError && error.code === 'REAUTHENTICATE') return 'unproved';
      this.host.log.warn('Somebody could not be let in or shut out', { id: member.id, error: String(error) });
      return { refused: messageOf(error) };
    }
  }
}
