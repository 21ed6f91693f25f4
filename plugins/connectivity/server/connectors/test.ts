import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { testConnector } from '@sinter/sdk/contract/connectivity/connectors';
import { drivers } from '@sinter/sdk/contract/connectivity/states';
import { keptSecrets, wrongField, type CallContext } from '@sinter/sdk/server';
import { NotHeard } from '../drivers/driver.ts';
import { openers } from '../drivers/drivers.ts';
import type { Secrets } from '../listen/Listener.ts';
import { certificateName, linkOf, secretName } from '../listen/link.ts';
import { say } from '../texts.ts';
import { oneConnector } from './read.ts';
import { declaredIn, originOf, requireEndpoint, requireSettings } from './write.ts';

/** Asks once, as the driver would. */
export async function tryConnector(
  context: CallContext,
  { body }: CallArguments<typeof testConnector>,
): Promise<CallResult<typeof testConnector>> {
  const { type, endpoint, id } = body;
  requireEndpoint(body);
  requireSettings(body);
  const kept = await keptFor(context, id, endpoint);
  const secret = body.secret === undefined ? kept.secret : body.secret;
  const certificate = body.certificate === undefined ? kept.certificate : body.certificate;
  if (drivers[type].secret === 'REQUIRED' && secret === null) throw wrongField('secret', say('secretMissing'));
  const driver = openers[type](
    linkOf(context, { ...declaredIn(body), id: null, endpoint, secret, certificate, cursor: '' }),
  );
  try {
    const readings = await driver.read(context.signal);
    const machines = new Map(readings.map(({ machine, vendorState }) => [machine, vendorState]));
    const trouble = driver.trouble?.() ?? null;
    const { message, said } = trouble ?? say('heard', { count: machines.size });
    return {
      ...{ ok: trouble === null, message, said },
      machines: [...machines].slice(0, 500).map(([machine, vendorState]) => ({ machine, vendorState })),
    };
  } catch (error) {
    if (!(error instanceof NotHeard)) throw error;
    return { ok: false, message: error.why.message, said: error.why.said, machines: [] };
  } finally {
    driver.close?.();
  }
}

/** What is kept goes where it went before, and nowhere else. */
async function keptFor(context: CallContext, id: number | null, endpoint: string): Promise<Secrets> {
  const nothing = { secret: null, certificate: null };
  if (id === null) return nothing;
  const kept = await oneConnector(context, id);
  if (originOf(kept.endpoint) !== originOf(endpoint)) return nothing;
  const found = await context.get(keptSecrets).findAll(context.db, [secretName(id), certificateName(id)]);
  return { secret: found.get(secretName(id)) ?? null, certificate: found.get(certificateName(id)) ?? null };
}
