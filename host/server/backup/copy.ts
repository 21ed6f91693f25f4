import { once } from 'node:events';
import { Socket } from 'node:net';
import { PassThrough, type Writable } from 'node:stream';
import type { Connection, PoolClient, Submittable } from 'pg';

/** What the types of the driver leave out. */
interface Copying extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}
const canCopy = (connection: Connection): connection is Copying => 'sendCopyFromChunk' in connection;

/** COPY over the driver's own connection, both ways as fast as the other end takes it. */

interface Answer {
  /** `COPY 12` */
  text: string;
}

/** What the driver tells whoever asked: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY */
abstract class Copy implements Submittable {
  readonly ended: Promise<number>;
  refused = false;
  #fail: (error: Error) => void = () => {};
  #done: (rows: number) => void = () => {};
  #rows = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.ended = new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
    });
    this.ended.catch(() => {}); // whoever waits for it hears of it
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }
  handleCommandComplete({ text }: Answer): void {
    this.#rows = Number(text.split(' ')[1]);
  }
  /** The driver tells no more after it. */
  handleError(error: Error): void {
    this.refused = true;
    this.#fail(error);
    this.failed(error);
  }
  handleReadyForQuery(): void {
    this.#done(this.#rows);
  }
  protected abstract failed(error: Error): void;
}

class CopyOut extends Copy {
  readonly data = new PassThrough({ highWaterMark: 1024 * 1024 });

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    // Nobody reads on: the rest is let through, so that the connection can be used again.
    if (this.data.destroyed) return;
    // The driver writes over its buffer with what comes next.
    if (this.data.write(Buffer.from(chunk)) || !(stream instanceof Socket)) return;
    stream.pause();
    const go = () => void stream.resume();
    this.data.once('drain', go).once('close', go);
  }
  override handleReadyForQuery(): void {
    super.handleReadyForQuery();
    if (!this.data.destroyed) this.data.end();
  }
  protected failed(error: Error): void {
    this.data.destroy(error);
  }
}

class CopyIn extends Copy {
  readonly ready: Promise<Copying>;
  #begin: (connection: Copying) => void = () => {};
  #refuse: (error: Error) => void = () => {};

  constructor(text: string) {
    super(text);
    this.ready = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
    this.ready.catch(() => {});
  }

  handleCopyInResponse(connection: Connection): void {
    if (canCopy(connection)) this.#begin(connection);
  }
  protected failed(error: Error): void {
    this.#refuse(error);
  }
}

/** `query`: `copy … to stdout`. Read all of `data`; `ended` has the number of rows then. */
export function copyOut(client: PoolClient, query: string): { data: AsyncIterable<Buffer>; ended: Promise<number> } {
  return client.query(new CopyOut(query));
}

/** `query`: `copy … from stdin`. Answers the number of rows. */
export async function copyIn(client: PoolClient, query: string, data: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(new CopyIn(query));
  const connection = await copy.ready;
  const socket: Writable | null = connection.stream instanceof Socket ? connection.stream : null;
  try {
    for await (const chunk of data) {
      if (copy.refused) return await copy.ended;
      connection.sendCopyFromChunk(chunk);
      if (socket?.writableNeedDrain) await once(socket, 'drain');
    }
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail(String(error));
    await copy.ended.catch(() => {});
    throw error;
  }
  return copy.ended;
}
