import { createSlot } from '../../plugin/slot.ts';
import type { PartSubject } from './partViewer.ts';

type Vector = [x: number, y: number, z: number];

/** How somebody looks at a part, in millimetres of the mesh. */
export interface PartLook {
  position: Vector;
  target: Vector;
  up: Vector;
}

/** A place on a part, in millimetres of the mesh of `fileId`, and how the person who chose it looked at the part. */
export interface PartPlace {
  fileId: number;
  position: Vector;
  normal: Vector;
  camera: PartLook;
}

/** Pins on a part that a person can choose. Their numbers are their order. */
export interface PartPin {
  id: number;
  place: PartPlace;
  /** What screen readers say. */
  label: string;
  /** Nothing is to be done about it any more. */
  settled: boolean;
}

/** What is pinned to a part. Its members are observable by MobX. */
export interface PartPins {
  readonly pins: readonly PartPin[];
  readonly selected: number | null;
  /** A place that is chosen and not a pin yet. */
  readonly marked: PartPlace | null;
  /** What the person is to do while the next click on the part chooses a place; `null` when it does not. */
  readonly guide: string | null;
  select(id: number): void;
  /** The person has clicked on the part. */
  choose(place: PartPlace): void;
  /** The person does not want to choose a place any more. */
  giveUp(): void;
}

export interface PartThreadsProps {
  about: PartSubject;
  /** Shows the part as somebody looked at it; `null` while it is not drawn, and nothing can be pinned to it. */
  fly: ((look: PartLook) => void) | null;
  /** Puts pins on the part; call it with `null` when the contribution goes. */
  onPins: (pins: PartPins | null) => void;
}

/** Threads that are pinned to a part, among the tools of its viewer. One plugin fills it. */
export const partThreads = createSlot<PartThreadsProps>('preparation/PartThreads@1');
