import { Readable } from 'node:stream';
import { documents, storedFiles, type JobContext, type StoredFile } from '@sinter/sdk/server';
import type { Plan, PlannedEntry } from './plan.ts';
import { ZipStream } from './zip.ts';

/** More than any order has; the disk's own limit comes first. */
const mostBytes = 2 ** 40;

/** A file was marked as export controlled since the record was asked for. */
export class MarkChanged extends Error {}

/**
 * Writes the record that was planned into the store, file by file. `onEntry` is told how many are in, and throws to give up.
 */
export async function writeRecord(
  context: JobContext,
  plan: Plan,
  onEntry: (done: number) => Promise<void>,
): Promise<StoredFile> {
  const zip = new ZipStream();
  const fill = async () => {
    await zip.addText('README.txt', plan.readme);
    for (const [index, entry] of plan.entries.entries()) {
      context.signal.throwIfAborted();
      await zip.add(entry.path, await contentOf(context, entry));
      await onEntry(index + 1);
    }
    await zip.addText('manifest.json', manifest(plan, zip));
    // In the form that `sha256sum -c` reads.
    await zip.addText('SHA256SUMS', zip.written.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''));
    zip.end();
  };
  const filled = fill().catch((error: unknown) => zip.fail(error instanceof Error ? error : new Error(String(error))));
  const stored = await context.files.write(zip.bytes, { controlled: plan.controlled, maxBytes: mostBytes });
  await filled;
  return stored;
}

async function contentOf(context: JobContext, entry: PlannedEntry): Promise<Readable> {
  if ('text' in entry) return Readable.from([Buffer.from(entry.text)]);
  if ('issued' in entry) {
    const { subject, version, language } = entry.issued;
    const { bytes } = await context.get(documents).renderIssued(subject, version, language);
    return Readable.from([Buffer.from(bytes)]);
  }
  const file = await context.get(storedFiles).byId(entry.fileId);
  if (!file) throw new Error(`File ${entry.fileId} is gone.`);
  if (file.controlled) throw new MarkChanged();
  return (await context.files.read(file.sha256, { controlled: false })).stream;
}

const manifest = ({ order, side, of, leftOut }: Plan, { written }: ZipStream): string =>
  json({ format: 'order-record', version: 1, order, view: { side, of }, files: written, leftOut });

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
