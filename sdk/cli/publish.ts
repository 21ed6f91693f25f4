import { basename } from 'node:path';
import * as z from 'zod';
import { submitExtension } from '../contract/host/extensionReview.ts';
import { TaskError } from '../../scripts/taskError.ts';
import { ask } from './server.ts';
import { openPackage } from './sign.ts';

const findingSchema = z.object({ level: z.string(), file: z.string(), message: z.string() });
const submittedSchema = z.object({ state: z.string(), report: z.array(findingSchema) });

/** Submits a package for review. `changes` says what is new in it. Answers what the server says of it. */
export async function publish(path: string, server: string, apiKey: string, changes: string): Promise<string> {
  const { descriptor, signature, bytes } = openPackage(path);
  if (!signature) throw new TaskError(`${path} is not signed. Sign it: sinter-plugin sign ${path} --key <file>`);
  const form = new FormData();
  form.append('changes', changes);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), basename(path));
  const answer = await ask({ server, apiKey }, submitExtension, submitExtension.path, form);
  const { state, report } = submittedSchema.parse(answer);
  const found = report.map(({ level, file, message }) => `\n  ${level}  ${file}  ${message}`);
  return `${descriptor.id} ${descriptor.version} is ${state} on ${new URL(server).origin}.${found.join('')}`;
}
