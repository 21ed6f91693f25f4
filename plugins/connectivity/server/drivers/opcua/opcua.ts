import { setTimeout as sleep } from 'node:timers/promises';
import type { Sentence } from '@sinter/sdk/contract';
import type { Reported } from '../../listen/known.ts';
import { loadOpcua } from './library.ts';
import { Nodes } from './nodes.ts';
import type { Server } from './server.ts';
import { namespacesOf, openSession, type Session } from './session.ts';
import { watch } from './watch.ts';

/** What stands at the nodes is told within this time, in milliseconds. */
const settlesIn = 2000;

export interface Listening {
  /** As a driver does it. */
  read(): Promise<readonly Reported[]>;
  trouble(): Sentence | null;
  /** The server is told that nobody listens any more. */
  close(): Promise<void>;
}

/** OPC UA over TCP: a server tells what has changed at the nodes that stand for a machine. */
export function listenTo(server: Server): Listening {
  const nodes = new Nodes(server);
  const leaving = new AbortController();
  let opening: Promise<Session> | null = null;
  async function open(): Promise<Session> {
    const opcua = await loadOpcua();
    nodes.ids(opcua, null);
    const session = await openSession(server, opcua, leaving.signal);
    try {
      const ids = nodes.ids(opcua, nodes.byNamespace ? await namespacesOf(session) : []);
      await watch(session, opcua, ids, Number(server.settings['intervalMs'] ?? 1000), nodes);
      const { connection } = session;
      for (const until = Date.now() + settlesIn; !nodes.complete && !connection.over && Date.now() < until;) {
        await sleep(50, undefined, { signal: leaving.signal });
      }
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }
  return {
    async read() {
      opening ??= open();
      const { connection } = await opening;
      connection.forgive();
      const readings = nodes.drain();
      // What it said before it went is heard first.
      if (connection.over && readings.length === 0) throw connection.over;
      return readings;
    },
    trouble: () => nodes.trouble(),
    async close() {
      leaving.abort();
      await opening?.then(
        (session) => session.close(),
        () => {},
      );
    },
  };
}
