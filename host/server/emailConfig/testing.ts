import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

const answered = 0x8180;
const noSuchName = 3;
const txt = 16;

/** A DNS server on loopback that knows these texts by name, and a resolver that asks it; for tests. */
export async function testDnsServer(texts: ReadonlyMap<string, readonly string[]>) {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
      labels.push(asked.toString('ascii', at + 1, at + 1 + length));
      at += length + 1;
    }
    const question = asked.subarray(12, at + 5);
    const found = texts.get(labels.join('.'));
    const head = Buffer.alloc(12);
    head.writeUInt16BE(asked.readUInt16BE(0), 0);
    head.writeUInt16BE(answered | (found ? 0 : noSuchName), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found?.length ?? 0, 6);
    const answers = (found ?? []).map((text) => {
      // A text is told in pieces of at most 255 bytes.
      const bytes = Buffer.from(text);
      const pieces: Buffer[] = [];
      for (let from = 0; from < bytes.length; from += 255) {
        const piece = bytes.subarray(from, from + 255);
        pieces.push(Buffer.from([piece.length]), piece);
      }
      const data = Buffer.concat(pieces);
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0); // the name asked for
      record.writeUInt16BE(txt, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolveTxt: (name: string) => resolver.resolveTxt(name),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
