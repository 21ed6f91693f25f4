import type { PlateViewerPart, PlateViewerPiece } from '@sinter/sdk/contract/preparation/plateViewer';

/** One copy of an ordered part, where it lies. */
interface Lying {
  orderFileId: number;
  copy: number;
  placement: readonly number[];
}

export const pieceKey = ({ orderFileId, copy }: Pick<Lying, 'orderFileId' | 'copy'>): string =>
  `${orderFileId} ${copy}`;

export const drawnPart = (part: { orderFileId: number; fileId: number; fileName: string }): PlateViewerPart => ({
  key: String(part.orderFileId),
  fileId: part.fileId,
  name: part.fileName,
});

export const drawnPiece = (piece: Lying): PlateViewerPiece => ({
  key: pieceKey(piece),
  part: String(piece.orderFileId),
  placement: piece.placement,
});
