import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import * as z from 'zod';

/** A bare fastify that answers what it is told to, and its own use of the processor in the form of our metrics. */
const answers = z
  .array(z.object({ method: z.enum(['GET', 'POST']), url: z.string(), body: z.unknown() }))
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const app = fastify({ logger: false });
for (const { method, url, body } of answers) {
  app.route({
    method,
    url,
    handler: (_request, reply) =>
      body === null ? reply.type('application/json; charset=utf-8').send('null') : reply.send(body),
  });
}
app.get('/metrics', () => {
  const { user, system } = process.cpuUsage();
  return `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
});
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
