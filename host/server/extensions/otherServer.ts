import { randomUUID, verify } from 'node:crypto';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import {
  readExtensionRegistry,
  readOfferedPackage,
  type RegistryList,
  registryListSchema,
} from '@sinter/sdk/contract/host/extensionRegistry';
import type { Outbound } from '@sinter/sdk/server';
import { packageLimits } from '#registry/packageFile';
import { keyIdOf, publicKeyOf } from '#registry/signing';
import { isForbidden } from '../outbound/outbound.ts';
import { say } from '../say.ts';

/** Another server that has packages, as it is called. */
export interface OtherServer {
  /** An origin. */
  address: string;
  apiKey: string;
}

const seconds = 10;
const secondsForFile = 60;
const mostList = 4 * 1024 * 1024;
const mostFile = packageLimits.bytes + 1024 * 1024;

/** Of what a person has entered only where the server is counts. */
export function originOf(text: string): string {
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    const sentence = say('source.badAddress');
    throw new CallError('INVALID_INPUT', sentence, { fields: { address: sentence } });
  }
  return url.origin;
}

/** What it offers now, and the key that says so. Throws CallErrors that say what is wrong with its answer. */
export async function askServer(
  call: Outbound,
  { address, apiKey }: OtherServer,
): Promise<{ publicKey: string; list: RegistryList }> {
  const nonce = randomUUID();
  const response = await ask(call, { address, apiKey }, `${readExtensionRegistry.path}?nonce=${nonce}`, {
    seconds,
    bytes: mostList,
  });
  const wrong = new CallError('CONFLICT', say('source.noRegistry', { address }));
  const answer = readExtensionRegistry.response.safeParse(json(await response.text()));
  if (!answer.success) throw wrong;
  const { publicKey, list, signature } = answer.data;
  if (Buffer.from(publicKey, 'base64').byteLength !== 32) throw wrong;
  const isSigned = verify(null, Buffer.from(list), publicKeyOf(publicKey), Buffer.from(signature, 'base64'));
  const read = registryListSchema.safeParse(json(list));
  // Without its own question in it, the list may be an old one.
  if (!isSigned || read.data?.nonce !== nonce) throw new CallError('CONFLICT', say('source.badSignature', { address }));
  return { publicKey, list: read.data };
}

/** As `askServer`, of a server whose key was compared. */
export async function askKnown(call: Outbound, server: OtherServer & { publicKey: string }): Promise<RegistryList> {
  const { publicKey, list } = await askServer(call, server);
  if (publicKey !== server.publicKey) {
    const said = { address: server.address, key: keyIdOf(publicKey) };
    throw new CallError('CONFLICT', say('source.otherKey', said));
  }
  return list;
}

export async function downloadPackage(call: Outbound, server: OtherServer, packageId: number): Promise<Uint8Array> {
  const path = readOfferedPackage.path.replace('{packageId}', String(packageId));
  const response = await ask(call, server, path, { seconds: secondsForFile, bytes: mostFile });
  return new Uint8Array(await response.arrayBuffer());
}

async function ask(
  call: Outbound,
  { address, apiKey }: OtherServer,
  path: string,
  limits: { seconds: number; bytes: number },
): Promise<Response> {
  let response: Response;
  try {
    response = await call(`${address}${path}`, { headers: { authorization: `Bearer ${apiKey}` }, ...limits });
  } catch (error) {
    if (isForbidden(error)) throw new CallError('NOT_POSSIBLE', say('source.forbidden', { address }));
    throw new CallError('UNAVAILABLE', say('source.noAnswer', { address, seconds: limits.seconds }));
  }
  if (response.ok) return response;
  throw new CallError('CONFLICT', sentenceOf(address, response.status));
}

function sentenceOf(address: string, status: number): Sentence {
  if (status === 401 || status === 403) return say('source.keyRefused', { address });
  return say('source.otherStatus', { address, status });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
