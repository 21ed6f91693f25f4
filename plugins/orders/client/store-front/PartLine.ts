import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FileFormat, PartPreparation, PreparationState, PreparedPart } from '@sinter/sdk/api';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { estimatePrice } from '@sinter/sdk/contract/orders';
import type { LengthUnit } from '@sinter/sdk/contract/preparation';
import type { Dispose } from '@sinter/sdk/plugin';
import { Pace } from '@sinter/sdk/ui';
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
  readonly preparation: PartPreparation;
  state: PreparationState;
  units: LengthUnit | null;
  /** Of the present step. */
  secondsLeft: number | undefined = undefined;
  /** Name of a file that was chosen to go on with a paused upload, and is another one. */
  wrongFile: string | null = null;
  /** Which formats are read here, once that is known. */
  formats: readonly FileFormat[] = [];
  amProcessId: number | null;
  materialId: number | null;
  quantity: number | null;
  estimate: PartEstimate | null = null;
  /** Why the server cannot price or take it as chosen. */
  problem: string | null = null;

  private pace = new Pace();

  constructor(preparation: PartPreparation, choice: Choice) {
    this.preparation = preparation;
    this.state = preparation.state.get();
    this.units = preparation.units.get();
    this.amProcessId = choice.amProcessId;
    this.materialId = choice.materialId;
    this.quantity = choice.quantity;
    makeAutoObservable<this, 'pace'>(
      this,
      { preparation: false, state: observableRef, estimate: observableRef, formats: observableRef, pace: false },
      { autoBind: true },
    );
  }

  get id(): string {
    return this.preparation.id;
  }

  get choice(): Choice {
    const { amProcessId, materialId, quantity } = this;
    return { amProcessId, materialId, quantity };
  }

  get configured(): Configured | null {
    const { state, amProcessId, materialId, quantity } = this;
    if (state.kind !== 'ready' || amProcessId === null || materialId === null || quantity === null) return null;
    return { part: state.part, amProcessId, materialId, quantity };
  }

  /** Nobody here can read its format. */
  get needsConverter(): boolean {
    const extension = this.preparation.fileName.split('.').pop()?.toLowerCase();
    return this.formats.some((format) => format.extension === extension && format.readBy === 'NOBODY');
  }

  follow(): Dispose {
    const { state, units } = this.preparation;
    const forget = [
      state.subscribe(() => runInAction(() => this.show(state.get()))),
      units.subscribe(() => runInAction(() => (this.units = units.get()))),
    ];
    return () => forget.forEach((dispose) => dispose());
  }

  resume(file: File): void {
    this.wrongFile = this.preparation.resume(file) ? null : file.name;
  }

  private show(next: PreparationState): void {
    if (stepOf(next) !== stepOf(this.state)) {
      this.pace = new Pace(next.kind === 'running' ? next.progress : 0);
      this.secondsLeft = undefined;
    }
    if (next.kind === 'running') {
      if (next.waitsFor === null) this.secondsLeft = this.pace.left(next.progress);
      else this.pace.skip();
    }
    this.state = next;
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

/** What one pace is of: after a wait begins another one. */
const stepOf = (state: PreparationState) => (state.kind === 'running' ? `${state.step} ${state.waitsFor}` : state.kind);
