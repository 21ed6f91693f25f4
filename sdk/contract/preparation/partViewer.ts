import type { ObjectKind } from '../comments/comments.ts';
import { createSlot } from '../../plugin/slot.ts';

export interface PartViewerProps {
  /** What is shown. */
  fileId: number;
  fileName: string;
  /** For files without units of their own. */
  units?: 'MM' | 'IN' | 'CM';
  /** The file as it was uploaded, to compare with; left out when it is the same. */
  original?: { fileId: number; units?: 'MM' | 'IN' | 'CM' } | null;
  /** What threads that are pinned to the part are on; left out, there are none. */
  about?: PartSubject | null;
}

export interface PartSubject {
  objectKind: ObjectKind;
  objectId: number;
}

/**
 * The three-dimensional view of a part with its tools, for any screen: `<Slot name={partViewer} props={…} />`. It is as
 * wide as its place. What draws is loaded when the first part is shown.
 */
export const partViewer = createSlot<PartViewerProps>('preparation/PartViewer@1');
