import type { PreparedPart } from '@sinter/sdk/contract/preparation/filePreparation';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { estimatePrice } from '@sinter/sdk/contract/orders/orders';
import { makeStore } from '@sinter/sdk/state';
import type { FileLine } from '@sinter/sdk/state/files';
import type { Choice } from './draft.ts';
import { materialsOf } from './offer.ts';
import type { Offer } from './offer.ts';

export type PartEstimate = CallResult<typeof estimatePrice>['files'][number];

/** What a line needs before it can be priced. */
export interface Configured {
  part: PreparedPart;
  amProcessId: number;
  materialId: number;
  quantity: number;
}

export const most = 100_000;

/** One part of the order being put together: its file on the way, and how it is wanted. */
export class PartLine {
  readonly file: FileLine;
  amProcessId: number | null;
  materialId: number | null;
  quantity: number | null;
  estimate: PartEstimate | null = null;
  /** Why the server cannot price or take it as chosen. */
  problem: string | null = null;

  constructor(file: FileLine, choice: Choice) {
    this.file = file;
    this.amProcessId = choice.amProcessId;
    this.materialId = choice.materialId;
    this.quantity = choice.quantity;
    makeStore(this);
  }

  get id(): string {
    return this.file.id;
  }

  get choice(): Choice {
    const { amProcessId, materialId, quantity } = this;
    return { amProcessId, materialId, quantity };
  }

  get configured(): Configured | null {
    const { amProcessId, materialId, quantity } = this;
    const { state } = this.file;
    if (state.kind !== 'ready' || amProcessId === null || materialId === null || quantity === null) return null;
    return { part: state.part, amProcessId, materialId, quantity };
  }

  /** A material belongs to a process: another process takes its first material, unless the present one is offered too. */
  chooseProcess(amProcessId: number, offer: Offer): void {
    const materials = materialsOf(offer, amProcessId);
    this.amProcessId = amProcessId;
    if (!materials.some(({ id }) => id === this.materialId)) this.materialId = materials[0]?.id ?? null;
    this.problem = null;
  }

  chooseMaterial(materialId: number): void {
    this.materialId = materialId;
    this.problem = null;
  }

  chooseQuantity(quantity: number | null): void {
    this.quantity = quantity === null ? null : Math.min(Math.max(Math.round(quantity), 1), most);
  }
}
