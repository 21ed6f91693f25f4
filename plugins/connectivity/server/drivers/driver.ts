import type { Sentence } from '@sinter/sdk/contract';
import type { DriverSource } from '@sinter/sdk/contract/connectivity/fields';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import type { Logger } from '@sinter/sdk/plugin';
import type { Outbound, OutboundSocket } from '@sinter/sdk/server';
import type { Reported } from '../listen/known.ts';

/** What programs have brought, and the number of the last one of it. */
export interface Dropped {
  readings: readonly Reading[];
  last: number;
  /** A file that holds no readings. */
  wrong: string | null;
}

/** What a driver has to work with. */
export interface Link {
  /** Without a slash at its end. */
  endpoint: string;
  secret: string | null;
  /** Certificates and their key as PEM, by which the other end knows this server. */
  certificate: string | null;
  /** As the driver declares them. */
  settings: Readonly<Record<string, string>>;
  sources: readonly DriverSource[];
  /** Where it stood when it was stopped; empty at first. */
  cursor: string;
  call: Outbound;
  connect: OutboundSocket;
  /** A program of the server's build, by its name. */
  program(name: string): URL;
  log: Logger;
  /** What this installation keeps for all connectors of a type, sealed; made where there is none yet. */
  own(name: string, make: () => Promise<string>): Promise<string>;
  /** Readings that programs have brought after the one of that number. */
  dropped(after: number): Promise<Dropped>;
}

/** One way to listen. A driver asks when it is told to, and reconnects by asking again. */
export interface Driver {
  /** What has happened since it was asked last, in its order. Throws `NotHeard` where nobody answers as they should. */
  read(signal: AbortSignal): Promise<readonly Reported[]>;
  /** Where it goes on after a restart. */
  cursor(): string;
  /** What is wrong although somebody answers, as of the last `read`; `null`: nothing. */
  trouble?(): Sentence | null;
  /** After so many seconds without a word a machine is offline, as long as somebody answers; not given: after those of the listener. */
  readonly silence?: number;
  /** Ends what it holds open. Nothing is read any more. */
  close?(): void;
}
export type OpenDriver = (link: Link) => Driver;

/** Nothing was heard, with the reason for people. */
export class NotHeard extends Error {
  override readonly name = 'NotHeard';
  readonly why: Sentence;

  constructor(why: Sentence, cause?: unknown) {
    super(why.message, { cause });
    this.why = why;
  }
}

/** A reading in which nothing is known yet. */
export const blank = {
  ...{ job: null, progress: null, layer: null, layers: null, secondsLeft: null, material: null, alarm: null },
  ...{ temperatures: [], skipped: [] },
} satisfies Omit<Reading, 'machine' | 'vendorState'>;
