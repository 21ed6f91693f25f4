import { createSlot } from '../../plugin/slot.ts';

/** A part on the plate: its mesh, and what people call it. */
export interface PlateViewerPart {
  key: string;
  fileId: number;
  name: string;
}

/** One copy of a part. */
export interface PlateViewerPiece {
  key: string;
  /** The key of its part. */
  part: string;
  /** 16 numbers, column by column, from the file to the machine, in mm. */
  placement: readonly number[];
  /** What its colour says; left out: `usual`. */
  tone?: 'usual' | 'good' | 'bad' | 'added' | 'removed' | 'moved';
}

export interface PlateViewerProps {
  /** The machine's build volume, mm. */
  boxMm: readonly [number, number, number];
  parts: readonly PlateViewerPart[];
  pieces: readonly PlateViewerPiece[];
  /** The key of the piece that stands out. */
  picked: string | null;
  /** A piece was picked, or none. */
  onPick?: (key: string | null) => void;
  /** What the picture shows, for who does not see it. */
  label: string;
}

/**
 * Parts where they lie in a machine, in three dimensions: `<Slot name={plateViewer} props={…} />`. It is as wide as its
 * place. What draws is loaded when it is shown.
 */
export const plateViewer = createSlot<PlateViewerProps>('preparation/PlateViewer@1');
