import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this a packet is not saved. */
const worthwhile = 2_000;
/** Quick enough for what is made anew for each request: about 0.2 ms for 20 kB. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Pages and JSON are sent compressed to callers that read Brotli; files come compressed from the build. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < worthwhile || reply.hasHeader('content-encoding')) {
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
