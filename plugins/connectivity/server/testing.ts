import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveMachine } from '@sinter/sdk/contract/connectivity/machines';
import { readWall } from '@sinter/sdk/contract/connectivity/machines';
import { configure, type TestClient, type TestServer } from '../../../host/server/testing.ts';

/** A server on loopback that answers as a machine does. */
export async function machineServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; close(): void }> {
  const server: Server = createServer(answer);
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('The machine has no port.');
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() };
}

export const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** The feature is off where nobody has turned it on. */
export const showMachines = (server: TestServer, facilityId = server.world.rootFacilityId): Promise<void> =>
  configure(server, 'MACHINE_CONNECTIVITY', { enabled: true }, facilityId);

/** What the wall has of a machine, once it is so. */
export async function onWall(
  client: TestClient,
  name: string,
  so: (machine: LiveMachine) => boolean,
): Promise<LiveMachine> {
  let last: LiveMachine | undefined;
  for (const until = Date.now() + 15_000; Date.now() < until; await sleep(100)) {
    const { machines } = await client.call(readWall, { query: { q: name } });
    last = machines.find((each) => each.name === name);
    if (last && so(last)) return last;
  }
  throw new Error(`The wall does not say so of ${name}: ${JSON.stringify(last)}`);
}
