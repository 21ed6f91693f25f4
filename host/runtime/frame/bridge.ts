import { CallError } from '@sinter/sdk/contract/errors';
import { PluginFailure, messageOf } from '../failure.ts';
import type { Timers } from '../watchdog.ts';
import { askSchema, operations } from './protocol.ts';
import type { Operations, Told } from './protocol.ts';

/** The end of a channel; a `MessagePort` is one. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  start(): void;
  close(): void;
}

export type Table = { readonly [Name in keyof Operations]: (args: Operations[Name]) => unknown };

/** How many messages a frame may send: so many in a second, and at first as many as its start takes. */
export const messagesPerSecond = 50;
export const messagesAtOnce = 400;
/** A frame is asked whether it is there so often, and has as long to say so twice, ms. */
export const pingMs = 4000;

export interface FrameBridge {
  tell(told: Told): void;
  close(): void;
}

export interface BridgeOptions {
  name: string;
  port: Port;
  table: Table;
  timers: Timers;
  now: () => number;
  /** The frame has broken a rule, or does not answer: it is to be taken away. */
  onEnd(failure: PluginFailure): void;
}

/** The host's side of a frame's channel. Only the table's own members are answered, and only what their schemas accept. */
export function serveFrame({ name, port, table, timers, now, onEnd }: BridgeOptions): FrameBridge {
  let open = true;
  let left = messagesAtOnce;
  let last = now();
  let unanswered = 0;
  let stopPing = () => {};

  function close(): void {
    open = false;
    stopPing();
    port.close();
  }
  function end(failure: PluginFailure): void {
    if (!open) return;
    close();
    onEnd(failure);
  }
  function tell(told: Told): void {
    if (open) port.postMessage(told);
  }
  function ping(): void {
    stopPing = timers.after(pingMs, () => {
      if (unanswered === 2) return end(new PluginFailure('timeout', `${name} does not answer in its frame.`));
      unanswered++;
      tell({ tell: 'ping' });
      ping();
    });
  }
  const mayPass = (): boolean => {
    const time = now();
    left = Math.min(messagesAtOnce, left + ((time - last) / 1000) * messagesPerSecond) - 1;
    last = time;
    return left >= 0;
  };

  async function answer(op: string, args: unknown): Promise<unknown> {
    if (!isOperation(op)) throw new CallError('NOT_FOUND');
    return perform(op, args);
  }
  /** The schema of an operation has just parsed its arguments, which the compiler cannot connect with its entry. */
  function perform<Name extends keyof Operations>(op: Name, args: unknown): unknown {
    const parsed = operations[op].safeParse(args);
    if (!parsed.success) throw new CallError('INVALID_INPUT');
    return table[op](parsed.data as Operations[Name]);
  }

  port.addEventListener('message', ({ data }) => {
    if (!open) return;
    if (!mayPass()) return end(new PluginFailure('render', `${name} has flooded its frame's channel with messages.`));
    const asked = askSchema.safeParse(data);
    if (!asked.success) return;
    unanswered = 0;
    const { ask, op, args } = asked.data;
    answer(op, args).then(
      (value) => open && send({ answer: ask, value }),
      (error: unknown) => open && send({ answer: ask, failure: bodyOf(error) }),
    );
  });
  /** What cannot be passed on is an answer that failed. */
  function send(message: { answer: number; value?: unknown; failure?: unknown }): void {
    try {
      port.postMessage(message);
    } catch (error) {
      port.postMessage({ answer: message.answer, failure: bodyOf(error) });
    }
  }
  port.start();
  ping();
  return { tell, close };
}

const isOperation = (op: string): op is keyof Operations => Object.hasOwn(operations, op);

const bodyOf = (error: unknown) =>
  error instanceof CallError
    ? { ...error.details, code: error.code, message: error.message }
    : { code: 'INTERNAL', message: messageOf(error) };
