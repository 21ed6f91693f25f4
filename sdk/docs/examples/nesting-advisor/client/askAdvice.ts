import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import type { StoreFrontLineProps } from '@sinter/sdk/contract/orders/storeFrontLine';
import type { PluginHost } from '@sinter/sdk/plugin';
import { appServices, BackendRefusal } from '@sinter/sdk/plugin/apps';
import { Question } from '@sinter/sdk/state';
import * as z from 'zod';

/** What our server answers. Amounts in minor units of `currency`. */
export const adviceSchema = z.object({
  perBuild: z.number().int().positive(),
  builds: z.number().int().positive(),
  /** The quantity that fills the last build. */
  full: z.number().int().positive(),
  /** Of the builds, for each piece: as asked, and with `full`. */
  share: z.number().int(),
  fullShare: z.number().int(),
  currency: z.string().length(3),
});
export type Advice = z.infer<typeof adviceSchema>;

export interface Asked {
  size: readonly [number, number, number];
  quantity: number;
  amProcessId: number;
}

/** The part is larger than the machine, say. */
const nothingToAdvise = 422;

/** `null` as long as something is missing that our server has to know. */
export function askedOf(line: Pick<StoreFrontLineProps['line'], 'size' | 'quantity' | 'amProcessId'>): Asked | null {
  const { size, quantity, amProcessId } = line;
  return size === null || !quantity || amProcessId === null ? null : { size, quantity, amProcessId };
}

/** Which advice our own server gives on a part. Asked half a second after the last key was pressed. */
export const askAdvice = (host: Pick<PluginHost, 'api' | 'id' | 'log'>): Question<Asked, Advice | null> =>
  new Question(host, {
    ask: async ({ size, quantity, amProcessId }, signal) => {
      const offered = await host.api.call(listOfferedMaterials, { query: {} }, { signal });
      const chosen = offered.find(({ process }) => process.id === amProcessId);
      if (!chosen) return null;
      const { x, y, z: height } = chosen.maxBuildVolume;
      const body = { size, quantity, processKey: chosen.process.processKey, buildVolume: [x, y, height] };
      try {
        return await appServices(host).backend.call('POST', 'advice', { body, response: adviceSchema, signal });
      } catch (error) {
        if (error instanceof BackendRefusal && error.status === nothingToAdvise) return null;
        throw error;
      }
    },
    failed: 'no advice on nesting',
    debounceMs: 500,
  });
