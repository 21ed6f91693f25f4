import { basename } from 'node:path';
import * as z from 'zod';
import { submitExtension } from '../contract/host/extensionReview.ts';
import { TaskError } from '../../scripts/taskError.ts';
import { openPackage } from './sign.ts';

const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
const findingSchema = z.object({ level: z.string(), file: z.string(), message: z.string() });
const submittedSchema = z.object({ state: z.string(), report: z.array(findingSchema) });

/** Submits a package for review. `changes` says what is new in it. Answers what the server says of it. */
export async function publish(path: string, server: string, apiKey: string, changes: string): Promise<string> {
  const { descriptor, signature, bytes } = openPackage(path);
  if (!signature) throw new TaskError(`${path} is not signed. Sign it: sinter-plugin sign ${path} --key <file>`);
  const form = new FormData();
  form.append('changes', changes);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), basename(path));
  const address = new URL(submitExtension.path, server);
  const answer = await fetch(address, {
    method: submitExtension.method,
    headers: { authorization: `Bearer ${apiKey}` },
    body: form,
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new TaskError(`${address.origin} cannot be reached: ${cause}`);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) {
    const refusal = refusalSchema.safeParse(body).data;
    const fields = Object.entries(refusal?.fields ?? {}).map(([field, text]) => `\n  ${field}: ${text}`);
    throw new TaskError(
      refusal
        ? `${address.origin} refuses it: ${refusal.message}${fields.join('')}`
        : `${address.origin} answers ${answer.status}.`,
    );
  }
  const { state, report } = submittedSchema.parse(body);
  const found = report.map(({ level, file, message }) => `\n  ${level}  ${file}  ${message}`);
  return `${descriptor.id} ${descriptor.version} is ${state} on ${address.origin}.${found.join('')}`;
}
