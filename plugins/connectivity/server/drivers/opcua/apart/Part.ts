import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Sentence } from '@sinter/sdk/contract';
import type { Reported } from '../../../listen/known.ts';
import { say } from '../../../texts.ts';
import { notHeard } from '../../ask.ts';
import { NotHeard, type Link } from '../../driver.ts';
import { placeOf, seconds } from '../connection.ts';
import { toldSchema, turnsOut, written, type Asked } from './messages.ts';

/** Of JavaScript. */
const heapMb = 384;
/** It stays for who comes within this time. */
const idleMs = 60_000;
/** It is given so long to tell servers that nobody listens any more. */
const leavesWithin = 10_000;
const keptOutput = 2000;

export interface Heard {
  readings: readonly Reported[];
  trouble: Sentence | null;
}
interface Waiting<Answer> {
  done(answer: Answer): void;
  failed(error: unknown): void;
}

/** A server that is spoken with. */
export interface Spoken {
  /** One at a time. Throws `NotHeard`, and the reason of `signal`. */
  read(signal: AbortSignal): Promise<Heard>;
  close(): void;
}
interface Held {
  link: Link;
  waiting: Waiting<Heard> | null;
  over: NotHeard | null;
}

/**
 * A process that speaks OPC UA: the library throws where nobody catches it, and a list that a server calls a hundred million values long ends
 * even who runs it in a thread. It begins with the first server and ends after the last.
 */
export class Part {
  readonly #fell: (endpoint: string) => void;
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** Whose turn it is in it. */
  #turn = 0;
  #last = 0;
  #held = new Map<number, Held>();
  #making: Waiting<string>[] = [];

  /** `fell`: what a server has sent has brought it down. */
  constructor(fell: (endpoint: string) => void) {
    this.#fell = fell;
  }

  /** A certificate of this installation, with its key. */
  make(link: Link): Promise<string> {
    return new Promise((done, failed) => {
      this.#making.push({ done, failed });
      this.#tell(this.#begin(link), { kind: 'make' });
    });
  }

  open(link: Link, own: string): Spoken {
    const { endpoint, secret, settings, sources } = link;
    const child = this.#begin(link);
    const driver = ++this.#last;
    const held: Held = { link, waiting: null, over: null };
    this.#held.set(driver, held);
    this.#tell(child, { kind: 'open', driver, endpoint, secret, own, settings, sources });
    return {
      read: (signal) =>
        new Promise((done, failed) => {
          if (held.over) return failed(held.over);
          signal.throwIfAborted();
          const stop = () => failed(signal.reason);
          signal.addEventListener('abort', stop, { once: true });
          const settle =
            <T>(end: (with_: T) => void) =>
            (given: T): void => {
              held.waiting = null;
              signal.removeEventListener('abort', stop);
              end(given);
            };
          held.waiting = { done: settle(done), failed: settle(failed) };
          this.#tell(child, { kind: 'read', driver });
        }),
      close: () => {
        if (!held.over) this.#tell(child, { kind: 'close', driver });
        held.over = new NotHeard(say('serverGone'));
      },
    };
  }

  #begin({ program, log }: Link): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const child = fork(fileURLToPath(program('opcua-process')), {
      // It gets none of this server's secrets.
      env: {},
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    });
    this.#child = child;
    this.#turn = 0;
    const began = Date.now();
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-keptOutput)));
    child.stdio[turnsOut]?.on('data', (chunk: Buffer) => {
      this.#turn = Number(/(\d+)\n$/.exec(chunk.toString())?.[1] ?? this.#turn);
    });
    child.on('message', (told) => this.#heed(child, told));
    child.on('error', (error) => (said = String(error)));
    // After everything that it has written.
    child.once('close', (code, signal) => {
      if (this.#child !== child) return;
      const by = this.#held.get(this.#turn)?.link.endpoint ?? null;
      log.error('the process that speaks OPC UA has ended', { code, signal, by, afterMs: Date.now() - began, said });
      this.#end(by);
    });
    return child;
  }

  #heed(child: ChildProcess, given: unknown): void {
    const { data: told } = toldSchema.safeParse(given);
    // What it says makes no sense: it ends, and is begun anew.
    if (!told) return void child.kill('SIGKILL');
    if (told.kind === 'made') return this.#making.shift()?.done(told.own);
    const { driver } = told;
    const held = this.#held.get(driver);
    if (told.kind === 'closed') {
      this.#held.delete(driver);
      if (this.#held.size === 0) this.#idle = setTimeout(() => this.#leave(), idleMs).unref();
    } else if (told.kind === 'dial') void this.#dial(child, held, told.dial);
    else if (told.kind === 'heard') held?.waiting?.done({ readings: told.readings, trouble: told.trouble });
    else held?.waiting?.failed(told.why ? new NotHeard(told.why, told.error) : new Error(told.error));
  }

  /** To the address that was entered, whatever it is asked for. */
  async #dial(child: ChildProcess, held: Held | undefined, dial: number): Promise<void> {
    if (!held) return;
    try {
      const socket = await held.link.connect(placeOf(held.link.endpoint), { seconds });
      child.send({ kind: 'dialed', dial, why: null } satisfies Asked, socket, (error) => error && socket.destroy());
    } catch (error) {
      this.#tell(child, { kind: 'dialed', dial, why: written(notHeard(error).why) });
    }
  }

  #tell(child: ChildProcess, asked: Asked): void {
    // Where it has ended meanwhile, everybody who waits is told so.
    child.send(asked, () => {});
  }

  #leave(): void {
    const child = this.#child;
    this.#child = null;
    if (!child?.connected) return;
    child.disconnect();
    const late = setTimeout(() => child.kill('SIGKILL'), leavesWithin);
    child.once('exit', () => clearTimeout(late));
  }

  #end(by: string | null): void {
    const [held, making] = [[...this.#held.values()], this.#making];
    this.#child = null;
    this.#held = new Map();
    this.#making = [];
    if (by !== null) this.#fell(by);
    for (const each of making) each.failed(new NotHeard(say('opcuaEnded')));
    for (const each of held) {
      each.over = new NotHeard(say(each.link.endpoint === by ? 'serverHarmful' : 'opcuaEnded'));
      each.waiting?.failed(each.over);
    }
  }
}
