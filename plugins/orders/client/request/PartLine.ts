import type { PreparedPart } from '@sinter/sdk/contract/preparation/filePreparation';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import type { createOrder } from '@sinter/sdk/contract/orders/orders';
import type { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { makeStore } from '@sinter/sdk/state';
import type { FileLine } from '@sinter/sdk/state/files';
import type { Choice } from './choice.ts';
import { finishesOf, materialsOf, proposedMaterial } from './offer.ts';
import type { Offer } from './offer.ts';

export type PartEstimate = CallResult<typeof estimatePrice>['files'][number];

/** What a line needs before it can be priced. */
export interface Configured extends Details {
  part: PreparedPart;
  amProcessId: number;
  materialId: number;
  quantity: number;
}

/** How a part is wanted beyond process, material and quantity. */
export type Details = Pick<Choice, 'finishId' | 'color' | 'tolerance' | 'inspection' | 'notes'>;

export const most = 100_000;

/** One part of the order being put together: its file on the way, and how it is wanted. */
export class PartLine {
  readonly file: FileLine;
  amProcessId: number | null;
  materialId: number | null;
  quantity: number | null;
  details: Details;
  /** Of the part in an order that is on the server. */
  lineId: number | null;
  estimate: PartEstimate | null = null;
  /** Why the server cannot price or take it as chosen. */
  problem: string | null = null;

  constructor(file: FileLine, choice: Choice) {
    this.file = file;
    const { amProcessId, materialId, quantity, lineId, ...details } = choice;
    this.amProcessId = amProcessId;
    this.materialId = materialId;
    this.quantity = quantity;
    this.lineId = lineId;
    this.details = details;
    makeStore(this);
  }

  get id(): string {
    return this.file.id;
  }

  get choice(): Choice {
    const { amProcessId, materialId, quantity, lineId, details } = this;
    return { amProcessId, materialId, quantity, lineId, ...details };
  }

  get configured(): Configured | null {
    const { amProcessId, materialId, quantity, details } = this;
    const { state } = this.file;
    if (state.kind !== 'ready' || amProcessId === null || materialId === null || quantity === null) return null;
    return { part: state.part, amProcessId, materialId, quantity, ...details };
  }

  /** The line as it is ordered; `null` until it is configured. */
  get ordered(): CallInput<typeof createOrder>['body']['rfqFileDTOs'][number] | null {
    const { configured, file } = this;
    if (!configured) return null;
    const { part, ...wanted } = configured;
    return { ...wanted, originalFileId: part.original.id, fileId: part.processed.id, units: file.units ?? 'MM' };
  }

  /** Wants it as another one. */
  take({ amProcessId, materialId, quantity, lineId, ...details }: Choice): void {
    Object.assign(this, { amProcessId, materialId, quantity, lineId, details, problem: null });
  }

  /** A material belongs to a process: another process takes its proposed material, unless the present one is offered too. */
  chooseProcess(amProcessId: number, offer: Offer): void {
    const materials = materialsOf(offer, amProcessId);
    this.amProcessId = amProcessId;
    if (!materials.some(({ id }) => id === this.materialId)) this.materialId = proposedMaterial(offer, amProcessId);
    const { finishId } = this.details;
    if (!finishesOf(offer, amProcessId).some(({ id }) => id === finishId)) this.choose({ finishId: null });
    this.problem = null;
  }

  chooseMaterial(materialId: number): void {
    this.materialId = materialId;
    this.problem = null;
  }

  choose(details: Partial<Details>): void {
    this.details = { ...this.details, ...details };
    this.problem = null;
  }

  chooseQuantity(quantity: number | null): void {
    this.quantity = quantity === null ? null : Math.min(Math.max(Math.round(quantity), 1), most);
  }
}
