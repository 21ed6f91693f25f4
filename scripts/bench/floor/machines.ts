import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';

/** Asks MTConnect agents twice a second for their machines' newest layers, and writes them once a second: nothing else. */
const agents = z.array(z.string()).parse(JSON.parse(process.env['AGENTS'] ?? ''));
const connection = z.record(z.string(), z.unknown()).parse(JSON.parse(process.env['DATABASE'] ?? ''));
const pool = new pg.Pool({ ...connection, application_name: 'floor', max: 1 });
const layers = new Map<string, number>();

async function follow(agent: string): Promise<void> {
  for (let next = 0; ; await sleep(500)) {
    const path = next === 0 ? '/current' : `/sample?from=${next}&count=1000`;
    const text = await (await fetch(agent + path)).text();
    next = Number(/nextSequence="(\d+)"/.exec(text)?.[1]);
    for (const stream of text.split('<DeviceStream name="').slice(1)) {
      const name = stream.slice(0, stream.indexOf('"'));
      for (const [, layer] of stream.matchAll(/<x:Layer [^>]*>(\d+)</g)) layers.set(name, Number(layer));
    }
  }
}
for (const agent of agents) void follow(agent);

const server = createServer();
server.listen(0, '127.0.0.1', () => console.log('ready at nothing'));
process.once('SIGTERM', () => process.exit(0));
for (;;) {
  await sleep(1000);
  const rows = [...layers].map(([name, layer]) => ({ name, layer }));
  await pool.query(
    `insert into floor_machine select name, layer from jsonb_to_recordset($1::jsonb) as t(name text, layer int)
     on conflict (name) do update set layer = excluded.layer`,
    [JSON.stringify(rows)],
  );
}
