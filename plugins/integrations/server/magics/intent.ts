import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { mostInAddress, mostInSelection, type magicsRegisterIntent } from '@sinter/sdk/contract/integrations/magics';
import { configuration, type CallContext, type Services } from '@sinter/sdk/server';
import { magicsConfigSchema, magicsConfigType, type MagicsConfig } from '@sinter/sdk/contract/host/magicsConfig';
import { say } from '../texts.ts';
import { partsOf, withAddresses } from './parts.ts';
import { keepSelection } from './selection.ts';

/** `null`: nobody has set Magics up. */
export const readMagicsConfig = (services: Pick<Services, 'get'>, facilityId: number): Promise<MagicsConfig | null> =>
  services.get(configuration).read(magicsConfigType, magicsConfigSchema.nullable(), null, facilityId);

export async function registerIntent(
  context: CallContext,
  { query: { rfqFileIds, jobId } }: CallArguments<typeof magicsRegisterIntent>,
): Promise<CallReply<typeof magicsRegisterIntent>> {
  const config = await readMagicsConfig(context, context.facilityId);
  if (!config) throw new CallError('NOT_POSSIBLE', say('magicsNotSetUp'));
  const ids = [...new Set(rfqFileIds?.split(',').map(Number))];
  if (ids.length === 0 && jobId === undefined) {
    return { url: addressOf(config.nonItarAdapterUrl, context, [['action', 'check']]) };
  }
  if (!context.user.permissions.includes('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS')) throw new CallError('FORBIDDEN');
  if (!config.isMagicsEnabled && !config.preInQueueMagicsButton) {
    throw new CallError('NOT_POSSIBLE', say('magicsOff'));
  }
  if (ids.length > mostInSelection) throw new CallError('NOT_POSSIBLE', say('magicsMost', { most: mostInSelection }));
  const parts = await partsOf(context, jobId === undefined ? { ids } : { jobId });
  if (!config.useSelection && parts.length > mostInAddress) {
    throw new CallError('NOT_POSSIBLE', say('magicsMostInAddress', { most: mostInAddress }));
  }
  const adapter = parts.some(({ controlled }) => controlled) ? config.itarAdapterUrl : config.nonItarAdapterUrl;
  const models = await withAddresses(context, parts);
  const wanted = config.useSelection
    ? [['selection', await keepSelection(context, models)] as const]
    : models.map(({ url }) => ['file', url] as const);
  return { url: addressOf(adapter, context, [['action', 'open'], ...wanted]) };
}

/** What stands in the adapter's own address stays there. */
function addressOf(adapter: string, { origin }: CallContext, facts: readonly (readonly [string, string])[]): string {
  const url = new URL(adapter);
  for (const [name, value] of [['server', origin] as const, ...facts]) url.searchParams.append(name, value);
  return url.href;
}
