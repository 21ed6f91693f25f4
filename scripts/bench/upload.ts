import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Session, signIn, usage } from './caller.ts';
import type { Table } from './figure.ts';
import { emptyFolder, startProduct } from './program.ts';
import { inRounds, median } from './statistics.ts';

const mebibyte = 1024 ** 2;
const size = 64 * mebibyte;

/** A file of 64 MiB sent as a form, beside reading, hashing, writing and syncing it in one process. */
export async function uploads(rounds: number): Promise<Table> {
  const folder = emptyFolder('upload');
  const source = join(folder, 'source.stl');
  writeFileSync(source, randomBytes(size));
  const product = await startProduct(join(folder, 'data'));
  try {
    const session = await signIn(product.url, 'planner');
    const sent = () => speed(() => send(product.url, session, source));
    const copied = () => speed(() => copy(source, folder));
    await sent(); // both programs have compiled what they need
    await copied();
    const before = await usage(product.url);
    let peak = before.residentBytes;
    const watch = setInterval(() => {
      usage(product.url).then(
        ({ residentBytes }) => (peak = Math.max(peak, residentBytes)),
        (error: unknown) => console.error(error),
      );
    }, 100);
    const speeds = { bare: [] as number[], ours: [] as number[] };
    await inRounds(
      rounds,
      async () => speeds.bare.push(await copied()),
      async () => speeds.ours.push(await sent()),
    );
    clearInterval(watch);
    const after = await usage(product.url);
    const [floor, measured] = [median(speeds.bare), median(speeds.ours)];
    return {
      subject: 'Upload',
      note: `64 MiB through POST /api/v1/files, ${rounds} times after one; floor: a copy that is hashed and synced; ratio: measured / floor.`,
      figures: [
        { name: 'speed', unit: 'MiB/s', measured, floor, ratio: measured / floor, target: { atLeast: 0.6 } },
        { name: 'server memory before', unit: 'MiB', measured: before.residentBytes / mebibyte },
        { name: 'server memory, highest', unit: 'MiB', measured: peak / mebibyte },
        {
          name: 'server memory, growth from the second upload to the last',
          unit: 'MiB',
          measured: (after.residentBytes - before.residentBytes) / mebibyte,
          target: { atMost: 32 },
        },
      ],
    };
  } finally {
    await product.stop();
  }
}

async function speed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return size / mebibyte / ((performance.now() - begun) / 1000);
}

const readSource = (source: string) => createReadStream(source, { highWaterMark: 64 * 1024 });

async function copy(source: string, folder: string): Promise<void> {
  const target = join(folder, randomUUID());
  const file = await open(target, 'wx');
  const hash = createHash('sha256');
  for await (const chunk of readSource(source)) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  await rename(target, join(folder, hash.digest('hex')));
}

async function send(url: string, session: Session, source: string): Promise<void> {
  const boundary = `bench-${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="part.stl"\r\nContent-Type: model/stl\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const headers = {
    ...session,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': size + head.length + tail.length,
  };
  const sending = request(`${url}/api/v1/files`, { method: 'POST', headers });
  const answered = new Promise<void>((done, failed) => {
    sending.on('error', failed);
    sending.on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) done();
        else failed(new Error(`The upload was answered with ${response.statusCode}.`));
      });
    });
  });
  async function* form() {
    yield head;
    yield* readSource(source);
    yield tail;
  }
  await pipeline(form, sending);
  await answered;
}
