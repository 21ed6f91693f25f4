import { AckMemory } from './acks.ts';
import type { AckFrame, CommandData, EventData } from './messages.ts';
import type { ToolToken } from './exchange.ts';
import { TrayError } from './TrayError.ts';
import type { TicketClaims } from './ticket.ts';
import { Tray } from './tray.ts';

export interface SimulatorFaults {
  /** Milliseconds before each answer. */
  slow?: number;
  /** Every so manieth new command is done, but the connection cut in place of the answer. */
  drop?: number;
  /** Every answer comes twice. */
  duplicate?: boolean;
  /** Speaks only a version of the protocol that is no longer supported. */
  oldVersion?: boolean;
  /** Answers INSERT_JOB as though the job had just left the queue. */
  notQueued?: boolean;
}

export interface SimulatorOptions {
  /** 0 takes any free port. */
  port: number;
  /** Pages that may connect, exactly as browsers write their origin. */
  origins: readonly string[];
  /** Further origins that files may be downloaded from. */
  fileOrigins?: readonly string[];
  /** Left out, any ticket passes. */
  checkTicket?: (ticket: string, expected: { origin: string; nonce: string }) => Promise<TicketClaims>;
  /** Asks the person, once for each origin. */
  accept(origin: string): Promise<boolean>;
  faults?: SimulatorFaults;
  log(line: string): void;
  /** Shorter than the protocol's, for tests. */
  helloMs?: number;
  silenceMs?: number;
}

/** A page that is connected to the tool. */
export interface Page {
  readonly origin: string;
  /** It has been greeted and is still there. */
  readonly open: boolean;
  /** Rejects with `TIMEOUT` or `NOT_CONNECTED`. */
  saveJob(data: CommandData<'SAVE_JOB'>): Promise<AckFrame>;
  progress(progress: EventData<'PROGRESS'>): void;
}

/** The tool itself, whatever it is connected to: its tray, its job, and the pages that share them. */
export class Tool {
  readonly tray: Tray;
  readonly pages = new Set<Page>();
  readonly paired = new Set<string>();
  readonly answered = new AckMemory();
  user: string | null = null;
  /** Got for the code of the last LOGIN. */
  token: ToolToken | null = null;
  job: CommandData<'INSERT_JOB'> | null = null;
  slot: CommandData<'FROM_DATE'> | null = null;
  readonly submitted: CommandData<'JOB_SUBMITTED_SUCCESS'>[] = [];
  done = 0;
  repeated = 0;

  constructor(readonly options: SimulatorOptions) {
    this.tray = new Tray(new Set([...options.origins, ...(options.fileOrigins ?? [])]));
  }

  /** The tool's Save: asks the newest page. Throws `NO_ESTIMATE`, `NOT_CONNECTED`, `TIMEOUT`. */
  async saveJob(): Promise<AckFrame> {
    const data: CommandData<'SAVE_JOB'> = { jobId: this.job?.jobId, tray: this.tray.lines(), ...this.tray.estimate() };
    const newest = [...this.pages].reverse().find((page) => page.open);
    if (!newest) throw new TrayError('NOT_CONNECTED', 'No page is connected.');
    return newest.saveJob(data);
  }

  /** To every page of the origin: the one that asked may have come back on a new connection. */
  progress(origin: string, progress: EventData<'PROGRESS'>): void {
    for (const page of this.pages) if (page.open && page.origin === origin) page.progress(progress);
  }
}
