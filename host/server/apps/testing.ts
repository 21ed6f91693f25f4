import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken, pluginTokenHeader, saveGrants } from '@sinter/sdk/contract/apps/token';
import { type AnyCall, type CallInput, type CallResult, CallError, errorBodySchema } from '@sinter/sdk/contract';
import { callAddress, callInputSchema } from '@sinter/sdk/contract/callAddress';
import type { Scope } from '@sinter/sdk/contract/scopes';
import type { TestClient } from '../testing.ts';

/** A folder with `plugin.json` of these plugins, which have no client half, so that nothing needs to be built. */
export async function pluginsFolder(
  descriptors: readonly ({ id: string } & Record<string, unknown>)[],
): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sinter-apps-'));
  const about = { version: '1.0.0', publisher: 'Acme', sdk: '^1.0.0', client: false };
  for (const descriptor of descriptors) {
    await mkdir(join(folder, descriptor.id));
    const file = join(folder, descriptor.id, 'plugin.json');
    await writeFile(file, JSON.stringify({ ...about, title: descriptor.id, ...descriptor }));
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

export const tokenOf = async (client: TestClient, id: string, version = '1.0.0'): Promise<string> =>
  (await client.call(issueToken, { params: { id }, body: { version } })).token;

export const grant = (client: TestClient, id: string, scopes: Scope[]) =>
  client.call(saveGrants, { params: { id }, body: { scopes } });

/** A call as a plugin makes it. */
export async function callAs<C extends AnyCall>(
  client: TestClient,
  token: string,
  call: C,
  input: CallInput<C>,
): Promise<CallResult<C>> {
  const { body } = callInputSchema.parse(input ?? {});
  const response = await client.fetch(callAddress(call, input), {
    method: call.method,
    headers: { [pluginTokenHeader]: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw CallError.received(errorBodySchema.parse(answer));
  // The schema is C's own, which the compiler cannot follow.
  return call.response.parse(answer) as CallResult<C>;
}
