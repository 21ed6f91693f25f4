import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDriver } from '../driver.ts';
import { loadOpcua } from './library.ts';
import { Nodes } from './nodes.ts';
import { openSession, type Session } from './session.ts';
import { watch } from './watch.ts';

/** What stands at the nodes is told within this time, in milliseconds. */
const settlesIn = 2000;

/** OPC UA over TCP: a server tells what has changed at the nodes that stand for a machine. */
export const openOpcua: OpenDriver = (link) => {
  const nodes = new Nodes(link);
  let session: Session | null = null;
  return {
    cursor: () => '',
    // What does not change is not told; the server says that it is there.
    silence: Number.POSITIVE_INFINITY,
    async read(signal) {
      if (!session) {
        const opcua = await loadOpcua();
        const ids = nodes.ids(opcua);
        session = await openSession(link, opcua, signal);
        await watch(session, opcua, ids, Number(link.settings['intervalMs'] ?? 1000), nodes);
        const { connection } = session;
        for (const until = Date.now() + settlesIn; !nodes.complete && !connection.over && Date.now() < until;) {
          await sleep(50, undefined, { signal });
        }
      }
      const { connection } = session;
      connection.forgive();
      const readings = nodes.drain();
      // What it said before it went is heard first.
      if (connection.over && readings.length === 0) throw connection.over;
      return readings;
    },
    trouble: () => nodes.trouble(),
    close: () => session?.close(),
  };
};
