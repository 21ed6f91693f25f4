import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';

const lookEvery = 10_000;
/** Slower than the slowest line that anybody works on. */
const leastBytesPerSecond = 240;
/** A request without files is small: it may take so long in all. */
const longestSmall = 120_000;
/** How long somebody may send, or take, next to nothing: a sender of small requests, one of files, and a reader. */
const patience = { small: 30_000, form: 120_000, reader: 120_000 };

interface Watched {
  request: FastifyRequest;
  reply: FastifyReply;
  form: boolean;
  since: number;
  /** Bytes of the connection when this was last looked at, and since when there were too few. */
  read: number;
  written: number;
  slowReading: number;
  slowWriting: number;
}

/**
 * Ends requests that come in, and answers that are taken, too slowly to be those of people: half-sent ones would live
 * for ever. What counts is whether it goes on: a file of many gigabytes over a slow line may take its hours.
 */
export function endStalled(app: FastifyInstance<Server>): void {
  const watched = new Set<Watched>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // What a page asks in its reader's name comes over no connection.
    if (!(socket instanceof Socket)) return done();
    const now = Date.now();
    const one: Watched = {
      request,
      reply,
      form: /^multipart\//i.test(request.headers['content-type'] ?? ''),
      since: now,
      read: socket.bytesRead,
      written: socket.bytesWritten,
      slowReading: now,
      slowWriting: now,
    };
    watched.add(one);
    reply.raw.once('close', () => {
      if (request.raw.complete) watched.delete(one);
    });
    return done();
  });
  const looking = setInterval(() => {
    for (const one of watched) {
      const { socket, complete } = one.request.raw;
      if (socket.destroyed || (one.reply.raw.closed && complete)) watched.delete(one);
      else look(one, Date.now());
    }
  }, lookEvery).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking);
    done();
  });
}

const enough = (leastBytesPerSecond * lookEvery) / 1000;

function look(one: Watched, now: number): void {
  const { raw } = one.request;
  const { socket } = raw;
  // Where this end is the one that does not go on, the other cannot.
  const waiting = !raw.complete && raw.readableFlowing === true && raw.readableLength === 0;
  if (!waiting || socket.bytesRead - one.read >= enough) one.slowReading = now;
  one.read = socket.bytesRead;

  const written = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0 || written > one.written) one.slowWriting = now;
  one.written = written;

  const stalled =
    now - one.slowReading >= (one.form ? patience.form : patience.small) ||
    (waiting && !one.form && now - one.since >= longestSmall);
  if (stalled && !one.reply.raw.headersSent) {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroySoon();
  } else if (stalled || now - one.slowWriting >= patience.reader) {
    socket.destroy();
  }
}
