import { events, limits, readAck } from '../messages.ts';
import type {
  AckFrame,
  CommandAck,
  CommandData,
  CommandType,
  EventData,
  EventFrame,
  Frame,
  PageCommand,
  TrayLine,
} from '../messages.ts';
import type { PageServer } from './pageServer.ts';
import { commandOf, inWords, Probe } from './Probe.ts';
import type { Heard, ProbeOptions } from './Probe.ts';

/** How long the suite waits for what the protocol gives a time for; the tool may be a little late. */
export interface Patience {
  answerMs: number;
  helloMs: number;
  /** For the person at the tool: to let the page in, or to save. */
  personMs: number;
  silenceMs: number;
  /** After which nothing more is taken to come. */
  quietMs: number;
}
export const patience: Patience = {
  answerMs: limits.ackMs,
  helloMs: limits.helloMs + 2_000,
  personMs: limits.longAckMs,
  silenceMs: limits.heartbeatSeconds * 1000 * (limits.missedHeartbeats + 1) + 10_000,
  quietMs: 500,
};

/** Somebody at the tool, for the cases that need one. */
export interface Person {
  /** Has the tool send its tray as a job. */
  save(): void;
}

/** The tool does something else than the protocol says. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  constructor(
    readonly expected: string,
    readonly came: string,
  ) {
    super(`expected ${expected}, came ${came}`);
  }
}

/** The case could not be tried here. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

export function check(holds: boolean, expected: string, came: string): asserts holds {
  if (!holds) throw new Mismatch(expected, came);
}

export const eventOf =
  (type: string) =>
  (frame: Frame): frame is EventFrame =>
    frame.kind === 'evt' && frame.type === type;

/** What every case works with: connections to the tool, and the server that it asks. */
export class Bench {
  readonly #probes: Probe[] = [];
  #unreadable: string[] = [];
  /** Whether PAIRING came before the first page was let in. */
  askedPerson = false;

  constructor(
    readonly url: URL,
    readonly server: PageServer,
    readonly patience: Patience,
    readonly person: Person | null,
  ) {}

  /** What the tool sent in the course of the run that no page could read. */
  get unreadable(): readonly string[] {
    return [...this.#unreadable, ...this.#probes.flatMap((probe) => probe.unreadable)];
  }

  open(options: Partial<ProbeOptions> = {}, address: string = this.url.href): Probe {
    const probe = new Probe(address, { origin: this.server.origin, ...options });
    this.#probes.push(probe);
    return probe;
  }

  /** Ends what the last case left open. */
  clear(): void {
    this.#unreadable = [...this.unreadable];
    for (const probe of this.#probes.splice(0)) probe.cut();
  }

  /** The tool's HELLO. */
  async helloOf(probe: Probe): Promise<EventData<'HELLO'>> {
    const heard = await probe.hear(eventOf('HELLO'), this.patience.answerMs);
    const expected = 'the event HELLO with tool, version, protocols, nonce and caps';
    check(heard.what === 'frame', expected, inWords(heard));
    const hello = events.HELLO.safeParse(heard.frame.data);
    check(hello.success, expected, `HELLO with ${JSON.stringify(heard.frame.data)}`);
    return hello.data;
  }

  /** Answers the tool's HELLO with this ticket. */
  async introduce(probe: Probe, ticket: (nonce: string) => string | Promise<string>, origin = this.server.origin) {
    const { nonce } = await this.helloOf(probe);
    const hello = commandOf('HELLO', { origin, ticket: await ticket(nonce) });
    probe.send(hello);
    return probe.answer(hello.id, this.patience.personMs);
  }

  /** A connection that has said hello. */
  async session(options: Partial<ProbeOptions> = {}): Promise<Session> {
    const probe = this.open(options);
    const heard = await this.introduce(probe, this.server.ticket);
    const { sid, heartbeatSeconds } = dataOf('HELLO', heard, 'OK with sid and heartbeatSeconds');
    return new Session(this, probe, sid, heartbeatSeconds);
  }
}

/** One greeted connection. */
export class Session {
  constructor(
    readonly bench: Bench,
    readonly probe: Probe,
    readonly sid: string,
    readonly heartbeatSeconds: number,
  ) {}

  /** Sends a command of any kind and waits for its first answer. */
  ask(type: string, data: unknown, sid: string | undefined = this.sid, id?: string): Promise<Heard<AckFrame>> {
    const frame = commandOf(type, data, sid, id);
    this.probe.send(frame);
    return this.probe.answer(frame.id, this.bench.patience.answerMs);
  }

  /** As `ask`; a mismatch unless it is done, with the data that the protocol says. */
  async done<T extends PageCommand>(type: T, data: CommandData<T>, id?: string): Promise<CommandAck<T>> {
    return dataOf(type, await this.ask(type, data, this.sid, id), `${type} answered OK with the data of the document`);
  }

  async tray(): Promise<TrayLine[]> {
    const answer = await this.done('REQUEST_DATA', { what: 'TRAY' });
    check(answer.what === 'TRAY', 'the tray', `what is ${answer.what}`);
    return answer.tray;
  }

  /** An empty tray to begin with. */
  async emptied(): Promise<this> {
    await this.done('CLEAR_TRAY', { reason: 'RESYNC' });
    return this;
  }
}

function dataOf<T extends CommandType>(type: T, heard: Heard<AckFrame>, expected: string): CommandAck<T> {
  check(heard.what === 'frame', expected, inWords(heard));
  try {
    return readAck(type, heard.frame);
  } catch {
    throw new Mismatch(expected, inWords(heard));
  }
}

/** A mismatch unless the answer is an error with this code. */
export function refusedWith(code: string, heard: Heard<AckFrame>): void {
  const right = heard.what === 'frame' && heard.frame.status === 'ERROR' && heard.frame.code === code;
  check(right, `the error ${code}`, inWords(heard));
  if (heard.what === 'frame') {
    check(heard.frame.message !== '', `the error ${code} with a message for people`, 'no message');
  }
}

/** A mismatch unless the connection ends with this code. */
export function closedWith(code: number, heard: Heard): void {
  check(heard.what === 'closed' && heard.code === code, `the connection is closed with ${code}`, inWords(heard));
}

/** A rule of the protocol, and how it is tried. */
export interface Case {
  group: string;
  /** What holds of a tool that keeps it. */
  name: string;
  run(bench: Bench): Promise<void>;
}
