import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type { magicsPlatform } from '@sinter/sdk/contract/production/magicsPlatform';
import type { CallContext } from '@sinter/sdk/server';
import { read } from './read.ts';

/** The newest revision of a platform that was arranged in Magics. */
export async function readMagics(
  context: CallContext,
  { params }: CallArguments<typeof magicsPlatform>,
): Promise<CallReply<typeof magicsPlatform>> {
  const platform = await read(context, { params, query: {} });
  if (platform.source !== 'MAGICS') throw new CallError('NOT_FOUND');
  const [material, ...others] = platform.materials;
  return {
    id: platform.id,
    name: platform.name,
    revision: platform.revision,
    machineId: platform.machine.id,
    materialId: material && others.length === 0 ? material.id : null,
    height: platform.heightMm,
    utilization: platform.utilisation,
    parts: platform.platedParts.map(({ orderFileId, fileName, pieces }) => ({
      rfqFileId: orderFileId,
      fileName,
      quantity: pieces,
    })),
  };
}
