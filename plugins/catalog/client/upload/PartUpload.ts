import type { CallResult } from '@sinter/sdk/contract/call';
import type { addPart, Part } from '@sinter/sdk/contract/catalog/parts';
import { newId } from '@sinter/sdk/plugin';
import { Action, makeStore } from '@sinter/sdk/state';
import type { StateHost } from '@sinter/sdk/state';
import type { FileLine } from '@sinter/sdk/state/files';
import type { KeptLine } from './kept.ts';

export type Duplicate = NonNullable<CallResult<typeof addPart>['duplicateOf']>;

/** A file on its way into the inventory, and what it will be called there. */
export class PartUpload {
  name: string;
  partNumber: string;
  duplicate: Duplicate | null = null;
  /** The part that it is a new revision of; `null`: a new part. */
  revisionOf: KeptLine['revisionOf'];
  readonly file: FileLine;
  /** Sent again after a lost answer, it adds nothing twice. */
  readonly eventId: string;
  /** Takes it into the inventory; answers the part, or nothing when such a part is there already. */
  readonly saving: Action<[call: () => Promise<Part | null>], Part | null>;

  constructor(host: StateHost, file: FileLine, kept: KeptLine | undefined, onAdded: (part: Part) => void) {
    this.file = file;
    this.name = kept?.name ?? file.preparation.fileName.replace(/\.[^.]+$/, '');
    this.partNumber = kept?.partNumber ?? '';
    this.revisionOf = kept?.revisionOf ?? null;
    this.eventId = kept?.eventId ?? newId();
    this.saving = new Action<[call: () => Promise<Part | null>], Part | null>(host, {
      run: (call) => call(),
      failed: 'a file was not taken into the inventory',
      onDone: (part) => part && onAdded(part),
    });
    makeStore(this);
  }

  get id(): string {
    return this.file.id;
  }

  get kept(): KeptLine {
    const { id, name, partNumber, revisionOf, eventId } = this;
    return { id, name, partNumber, revisionOf, eventId };
  }

  setName(name: string): void {
    this.name = name;
  }

  setPartNumber(partNumber: string): void {
    this.partNumber = partNumber;
  }
}
