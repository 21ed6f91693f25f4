import { readFileSync } from 'node:fs';
import { parseCookie } from 'cookie';
import fastify from 'fastify';
import * as z from 'zod';

/**
 * A bare fastify that answers what it is told to: it reads the cookies, checks what comes in and writes what goes out by
 * the same schemas, and sends the same headers. And its own use of the processor in the form of our metrics.
 */
const jsonSchema = z.record(z.string(), z.unknown()).optional();
const answers = z
  .array(
    z.object({
      method: z.enum(['GET', 'POST']),
      url: z.string(),
      schema: z.object({ querystring: jsonSchema, body: jsonSchema, response: z.object({ 200: jsonSchema }) }),
      headers: z.record(z.string(), z.string()),
      cookies: z.array(z.string()),
      body: z.unknown(),
    }),
  )
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const app = fastify({ logger: false });
for (const { method, url, schema, headers, cookies, body } of answers) {
  app.route({
    method,
    url,
    schema,
    handler: (request, reply) => {
      const sent = parseCookie(request.headers.cookie ?? '');
      const missing = cookies.find((name) => sent[name] === undefined);
      if (missing !== undefined) throw new Error(`The request came without ${missing}.`);
      reply.headers(headers).header('x-request-id', request.id);
      return reply.type('application/json; charset=utf-8').send(body === null ? 'null' : body);
    },
  });
}
app.get('/metrics', () => {
  const { user, system } = process.cpuUsage();
  return `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
});
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
