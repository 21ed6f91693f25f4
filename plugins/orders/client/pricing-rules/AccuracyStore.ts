import {
  decideObservation,
  listAccuracy,
  listObservations,
  type AccuracyRow,
  type Observation,
} from '@sinter/sdk/contract/orders/pricing';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import { List, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

export const keyOf = ({
  machineModel,
  material,
  layerUm,
}: Pick<AccuracyRow, 'machineModel' | 'material' | 'layerUm'>): string =>
  `${machineModel.id}.${material.id}.${layerUm}`;

/** How builds compare with their estimates, by machine model and material. */
export class AccuracyStore {
  readonly list: List<AccuracyRow, Record<never, string>>;

  constructor(host: Host) {
    this.list = new List<AccuracyRow, Record<never, string>>(host, {
      filters: textFilters({}),
      keyOf,
      page: async ({ page, size }, signal) => {
        const { rows, totalCount } = await host.api.call(listAccuracy, { query: { page, size } }, { signal });
        return { rows, total: totalCount };
      },
      failed: 'the accuracy of estimates could not be read',
      outsideAddress: true,
    });
  }

  start(): Dispose {
    return this.list.start();
  }
}

/** The finished builds behind one row. */
export class BuildsStore {
  readonly list: List<Observation, Record<never, string>>;
  readonly deciding: Action<[build: Observation, reason: string | null], Observation>;
  /** The build that somebody is about to leave out. */
  leaving: Observation | null = null;

  constructor(host: Host, { machineModel, material, layerUm }: AccuracyRow, onDecided: () => void) {
    this.list = new List<Observation, Record<never, string>>(host, {
      filters: textFilters({}),
      keyOf: ({ id }) => id,
      page: async ({ page, size }, signal) => {
        const query = { machineModelId: machineModel.id, materialId: material.id, layerUm, page, size };
        const { observations, totalCount } = await host.api.call(listObservations, { query }, { signal });
        return { rows: observations, total: totalCount };
      },
      failed: 'finished builds could not be read',
      outsideAddress: true,
    });
    this.deciding = new Action<[build: Observation, reason: string | null], Observation>(host, {
      run: ({ id }, reason) =>
        host.api.call(decideObservation, { params: { id }, body: { counts: reason === null, reason: reason ?? '' } }),
      onDone: () => {
        this.leaving = null;
        this.list.refresh();
        onDecided();
      },
      failed: 'it was not decided whether a build counts',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.list.start();
  }

  leave(build: Observation | null): void {
    this.leaving = build;
  }
}
