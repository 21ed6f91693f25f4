import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { PartPreparation, PreparationState } from '@sinter/sdk/api';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { addPart } from '@sinter/sdk/contract/catalog/parts';
import { newId, type Dispose } from '@sinter/sdk/plugin';
import { Pace } from '@sinter/sdk/ui';
import type { KeptLine } from './kept.ts';

export type Duplicate = NonNullable<CallResult<typeof addPart>['duplicateOf']>;
type RevisionOf = KeptLine['revisionOf'];

/** A file on its way into the inventory, and what it will be called there. */
export class PartUpload {
  state: PreparationState;
  /** Of the present step. */
  secondsLeft: number | undefined = undefined;
  name: string;
  partNumber: string;
  duplicate: Duplicate | null = null;
  saving = false;
  problem: string | null = null;
  /** Name of the file that was chosen to go on with a paused upload, and is not the one that was begun. */
  wrongFile: string | null = null;
  readonly revisionOf: RevisionOf;
  /** Sent again after a lost answer, it adds nothing twice. */
  readonly eventId: string;
  private pace = new Pace();

  constructor(
    readonly preparation: PartPreparation,
    kept: KeptLine | RevisionOf,
  ) {
    this.state = preparation.state.get();
    if (kept && 'eventId' in kept) {
      this.name = kept.name;
      this.partNumber = kept.partNumber;
      this.revisionOf = kept.revisionOf;
      this.eventId = kept.eventId;
    } else {
      this.name = preparation.fileName.replace(/\.[^.]+$/, '');
      this.partNumber = '';
      this.revisionOf = kept;
      this.eventId = newId();
    }
    makeAutoObservable<this, 'pace'>(
      this,
      {
        preparation: false,
        state: observableRef,
        duplicate: observableRef,
        revisionOf: false,
        eventId: false,
        pace: false,
      },
      { autoBind: true },
    );
  }

  get id(): string {
    return this.preparation.id;
  }

  get isReady(): boolean {
    return this.state.kind === 'ready';
  }

  get kept(): KeptLine {
    const { id, name, partNumber, revisionOf, eventId } = this;
    return { id, name, partNumber, revisionOf, eventId };
  }

  /** `changed` is told once the state is the new one. */
  follow(changed: () => void): Dispose {
    return this.preparation.state.subscribe(() => {
      const next = this.preparation.state.get();
      runInAction(() => {
        if (stepOf(next) !== stepOf(this.state)) this.pace = new Pace();
        this.secondsLeft =
          next.kind === 'running' && next.waitsFor === null ? this.pace.left(next.progress) : undefined;
        this.state = next;
        // Prepared anew, it is another file.
        if (next.kind === 'running') this.duplicate = null;
      });
      changed();
    });
  }

  /** Goes on with a paused upload. */
  resume(file: File): void {
    this.wrongFile = this.preparation.resume(file) ? null : file.name;
  }

  setName(name: string): void {
    this.name = name;
  }

  setPartNumber(partNumber: string): void {
    this.partNumber = partNumber;
  }
}

const stepOf = (state: PreparationState) => (state.kind === 'running' ? state.step : state.kind);
