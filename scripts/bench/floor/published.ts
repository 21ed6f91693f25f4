import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import * as z from 'zod';

/** Hears from brokers what machines publish, and writes their newest layers once a second: nothing else. */
const told = z.object({ layer: z.number() });
const agents = z.array(z.string()).parse(JSON.parse(process.env['AGENTS'] ?? ''));
const connection = z.record(z.string(), z.unknown()).parse(JSON.parse(process.env['DATABASE'] ?? ''));
const pool = new pg.Pool({ ...connection, application_name: 'floor', max: 1 });
const layers = new Map<string, number>();

for (const agent of agents) {
  const client = mqtt.connect(agent);
  client.on('connect', () => client.subscribe('plant/+/status', { qos: 1 }));
  client.on('message', (topic, message) => {
    const { layer } = told.parse(JSON.parse(message.toString('utf8')));
    layers.set(topic.split('/')[1] ?? '', layer);
  });
}

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
