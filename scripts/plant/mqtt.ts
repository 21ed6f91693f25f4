import { createServer } from 'node:net';
import type { Reading } from '@sinter/sdk/contract/connectivity/connectors';
import { Aedes } from 'aedes';
import type { Read } from './serve.ts';

export interface Broker {
  /** Each machine publishes what it does now. */
  publish(): void;
  close(): void;
}

/** On this machine alone, a broker to which machines publish JSON under `plant/<machine>/status`, which it keeps for who comes later. */
export async function mqttBroker(port: number, machines: readonly Read[]): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  const server = createServer((socket) => void aedes.handle(socket));
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  const publish = () => {
    for (const read of machines) {
      const reading = read();
      const packet = { cmd: 'publish', qos: 0, dup: false, retain: true } as const;
      const topic = `plant/${reading.machine}/status`;
      aedes.publish({ ...packet, topic, payload: JSON.stringify(told(reading)) }, () => {});
    }
  };
  publish();
  return {
    publish,
    close() {
      server.close();
      aedes.close();
    },
  };
}

/** A machine that drops out has left word with the broker to say so (its last will). */
const told = ({ vendorState, progress, layer, layers, job, secondsLeft, material, alarm }: Reading) => ({
  ...{ state: vendorState, progress: progress === null ? null : Math.round(progress * 1000) / 10 },
  ...{ layer, layers, job, secondsLeft, material, alarm: alarm?.text ?? null },
});
