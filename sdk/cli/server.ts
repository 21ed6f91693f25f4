import * as z from 'zod';
import { TaskError } from '../../scripts/taskError.ts';

/** A Sinter server, and the key with which its owner calls it. */
export interface Server {
  server: string;
  apiKey: string;
}

/** The server has answered, and refuses. */
export class Refused extends TaskError {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Makes one call of the server. Throws a sentence for the terminal. */
export async function ask(
  { server, apiKey }: Server,
  { method }: { method: string },
  path: string,
  body: FormData | object,
): Promise<unknown> {
  const address = new URL(path, server);
  const headers = new Headers({ authorization: `Bearer ${apiKey}` });
  const isForm = body instanceof FormData;
  if (!isForm) headers.set('content-type', 'application/json');
  const sent = isForm ? body : JSON.stringify(body);
  const answer = await fetch(address, { method, headers, body: sent }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new TaskError(`${address.origin} cannot be reached: ${cause}`);
  });
  const content: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return content;
  const refusal = refusalSchema.safeParse(content).data;
  if (!refusal) throw new TaskError(`${address.origin} answers ${answer.status}.`);
  const fields = Object.entries(refusal.fields ?? {}).map(([field, text]) => `\n  ${field}: ${text}`);
  throw new Refused(refusal.code, `${address.origin} refuses it: ${refusal.message}${fields.join('')}`);
}
