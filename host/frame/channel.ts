import { answerSchema, hello, tellSchema } from '#host/runtime/frame/protocol.ts';
import type { Operation, Operations, Told } from '#host/runtime/frame/protocol.ts';
import { CallError } from '@sinter/sdk/contract/errors';

/** The frame's end of the channel. */
export interface Channel {
  ask<Name extends Operation>(op: Name, args: Operations[Name]): Promise<unknown>;
}

/** Says hello to the page around the frame, and answers when that has handed over the channel. */
export function connect(told: (message: Told) => void): Promise<Channel> {
  return new Promise((resolve) => {
    const onPort = ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
      if (source !== window.parent || data !== hello || !port) return;
      window.removeEventListener('message', onPort);
      resolve(channelOf(port, told));
    };
    window.addEventListener('message', onPort);
    window.parent.postMessage(hello, '*');
  });
}

function channelOf(port: MessagePort, told: (message: Told) => void): Channel {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let last = 0;
  port.addEventListener('message', ({ data }) => {
    const answer = answerSchema.safeParse(data);
    if (answer.success) {
      const asked = waiting.get(answer.data.answer);
      waiting.delete(answer.data.answer);
      if ('failure' in answer.data) asked?.reject(CallError.received(answer.data.failure));
      else asked?.resolve(answer.data.value);
      return;
    }
    const message = tellSchema.safeParse(data);
    if (message.success) told(message.data);
  });
  port.start();
  return {
    ask: (op, args) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        port.postMessage({ ask: last, op, args });
      }),
  };
}
