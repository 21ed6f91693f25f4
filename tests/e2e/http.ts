import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient, type ApiClient } from '@sinter/sdk/api';
import { CallError, errorBodySchema, type ErrorBody } from '@sinter/sdk/contract/errors';
import { customLogin } from '@sinter/sdk/contract/host/session';
import { fileDtoSchema, uploadFile, type FileDto } from '@sinter/sdk/contract/host/files';
import {
  fileOperationStatus,
  startFileOperation,
  type FileOperationType,
} from '@sinter/sdk/contract/preparation/fileOperations';
import type { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import type * as z from 'zod';
import { password } from './app.ts';

/** Talks to the server as a browser would: keeps cookies, echoes the CSRF token, parses what comes back. */
export interface Client extends Pick<ApiClient, 'call'> {
  url: string;
  /** The same person at another node. */
  at(url: string): Client;
  /** A bare request; `path` begins with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** What a request must carry to come from this person. */
  headers(): Record<string, string>;
}

type Cookies = Map<string, string>;

/** Somebody of the demo company, signed in. */
export async function signedIn(url: string, account: string): Promise<Client> {
  const client = clientOf(url, new Map());
  await client.fetch('/api/v1/misc/themes'); // gives it the CSRF token
  await client.call(customLogin, { body: { email: `${account}@demo.example`, password } });
  return client;
}

function clientOf(url: string, cookies: Cookies): Client {
  const csrf = () => cookies.get('XSRF-TOKEN');
  const headers = (): Record<string, string> => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': csrf() ?? '',
  });
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url + path, { ...init, headers: { ...headers(), ...flat(init.headers) } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  const { call } = createApiClient({
    fetch: (path, init) => send(String(path), init),
    csrf,
    facilityId: () => null,
    onUnauthenticated: () => {},
  });
  return { url, call, fetch: send, headers, at: (other) => clientOf(other, cookies) };
}

const flat = (headers: RequestInit['headers']) => Object.fromEntries(new Headers(headers));

/** What the server refused with. Fails when it did not. */
export async function refusal(answer: Promise<unknown>): Promise<ErrorBody> {
  const error = await answer.then(
    () => new Error('The call was answered, though it should have been refused.'),
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error.toBody();
  throw error;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Asks until the answer is something; fails after `seconds`. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, seconds: number): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(50)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${seconds} s.`);
  }
}

// Files

type Content = Uint8Array<ArrayBuffer> | string;

export function form(...files: readonly (readonly [field: string, fileName: string, content: Content])[]): FormData {
  const data = new FormData();
  for (const [field, fileName, content] of files) data.append(field, new Blob([content]), fileName);
  return data;
}

/** Sends a form as it is. Throws the CallError of a refusal. */
export async function sendForm(client: Client, body: FormData): Promise<FileDto> {
  const response = await client.fetch(uploadFile.path, { method: 'POST', body });
  return uploaded(response.status, await response.json());
}

export const upload = (client: Client, fileName: string, content: Content): Promise<FileDto> =>
  sendForm(client, form(['file', fileName, content]));

function uploaded(status: number, answer: unknown): FileDto {
  if (status === 200) return fileDtoSchema.parse(answer);
  throw CallError.received(errorBodySchema.parse(answer));
}

export async function download(client: Client, { fileURL }: FileDto): Promise<Uint8Array> {
  const response = await client.fetch(fileURL);
  if (!response.ok) throw new Error(`${fileURL} answers ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** An upload whose bytes the test sends by hand. */
export interface SlowUpload {
  send(bytes: Uint8Array): Promise<void>;
  /** Sends the end of the form. */
  finish(): Promise<void>;
  /** The connection breaks, as when a cable is pulled. */
  cut(): void;
  answer: Promise<FileDto>;
}

export function openUpload(client: Client, fileName: string, size: number): SlowUpload {
  const boundary = 'form-part-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const request = httpRequest(client.url + uploadFile.path, {
    method: 'POST',
    headers: {
      ...client.headers(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answer = new Promise<FileDto>((done, failed) => {
    request.once('error', failed);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', failed);
      response.once('end', () => {
        try {
          done(uploaded(response.statusCode ?? 0, JSON.parse(Buffer.concat(chunks).toString())));
        } catch (error) {
          failed(error);
        }
      });
    });
  });
  answer.catch(() => {}); // whoever waits for it sees the failure
  const write = (bytes: Uint8Array | string) =>
    new Promise<void>((done, failed) => request.write(bytes, (error) => (error ? failed(error) : done())));
  const begun = write(head);
  begun.catch(() => {});
  return {
    send: (bytes) => begun.then(() => write(bytes)),
    async finish() {
      await write(tail);
      request.end();
    },
    cut: () => request.destroy(),
    answer,
  };
}

// Preparation

export interface Operation {
  id: string;
  type: FileOperationType;
  fileId: number;
}
type Status = z.output<typeof fileOperationStatus.response>;

export async function operate(
  client: Client,
  type: FileOperationType,
  { id: fileId }: Pick<FileDto, 'id'>,
  units?: z.infer<typeof lengthUnitSchema>,
): Promise<Operation> {
  const { operationId } = await client.call(startFileOperation, { params: { type }, body: { fileId, units } });
  return { id: operationId, type, fileId };
}

export const targetOf = ({ id, fileId }: Operation) => ({ params: { id }, query: { fileId } });

export const statusOf = (client: Client, operation: Operation): Promise<Status> =>
  client.call(fileOperationStatus, targetOf(operation));

/** How the operation ended. */
export async function ended(client: Client, operation: Operation, seconds = 20): Promise<Status> {
  const ask = async () => {
    const status = await statusOf(client, operation);
    return status.status === 'PENDING' ? undefined : status;
  };
  return until(`${operation.type} of file ${operation.fileId}`, ask, seconds);
}

/** Uploads a model that needs no repair, and prepares it. */
export async function preparedPart(client: Client, fileName: string, stl: Content): Promise<FileDto> {
  const file = await upload(client, fileName, stl);
  const { status, fileNeedsRepair, message } = await ended(client, await operate(client, 'VERIFY', file));
  if (status !== 'SUCCESS' || fileNeedsRepair === 'true')
    throw new Error(`${fileName}: ${message ?? 'needs a repair'}`);
  return file;
}
