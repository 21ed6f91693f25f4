import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this a packet is not saved. */
const worthwhile = 2_000;
/** Quick enough for what is made anew for each request: about 0.2 ms for 20 kB. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Text, and answers in a compact form; files are what they are. */
const compressible = (payload: unknown, type: unknown): payload is string | Buffer =>
  typeof payload === 'string' || (Buffer.isBuffer(payload) && String(type).startsWith('application/vnd.sinter.'));

/** Pages and JSON are sent compressed to callers that read Brotli; files come compressed from the build. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (
      !compressible(payload, reply.getHeader('content-type')) ||
      payload.length < worthwhile ||
      reply.hasHeader('content-encoding')
    ) {
      return done(null, payload);
    }
    reply.header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload);
    brotliCompress(payload, options, (error, compressed) => {
      if (error) return done(error);
      reply.header('content-encoding', 'br').removeHeader('content-length');
      return done(null, compressed);
    });
  });
}
