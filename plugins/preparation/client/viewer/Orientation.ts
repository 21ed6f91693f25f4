import {
  operationDetailsSchemas,
  type OperationDetails,
  type OperationInput,
} from '@sinter/sdk/contract/preparation/operations';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import type { ViewedFile } from './followPreview.ts';
import { ViewerOperation } from './operation.ts';

export const objectives = ['HEIGHT', 'BOX', 'OVERHANG'] as const;
export type Objective = OperationInput<'MINIMUM_ORIENTATION'>['objective'];

/** The best way to lay the part on the build plate, computed by the server. */
export class Orientation {
  objective: Objective = 'HEIGHT';
  details: OperationDetails<'MINIMUM_ORIENTATION'> | null = null;
  readonly operation: ViewerOperation;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, file: ViewedFile) {
    this.operation = new ViewerOperation(host, 'MINIMUM_ORIENTATION', file);
    makeStore(this);
  }

  get placement(): readonly number[] | null {
    return this.details?.placement ?? null;
  }

  choose(objective: Objective): void {
    this.objective = objective;
  }

  async find(): Promise<void> {
    await this.operation.run({ objective: this.objective }, ({ responseData }) => {
      const details = operationDetailsSchemas.MINIMUM_ORIENTATION.parse(responseData.details);
      runInAction(() => (this.details = details));
    });
  }

  undo(): void {
    this.details = null;
    this.operation.state = 'IDLE';
  }
}
