import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';

/** A part of an order that goes into the build. */
export interface ChosenPart {
  /** Of the order file. */
  id: number;
  /** The prepared mesh. */
  fileId: number;
  name: string;
  orderId: number;
  orderTitle: string;
  picture: string | null;
  process: { id: number; name: string };
  materials: readonly { id: number; name: string }[];
  /** Export controlled. */
  itar: boolean;
  quantity: number;
  /** What is left to schedule, with what this job already has. */
  max: number;
}

export function toPart(file: OrderFile, order: { id: number; displayTitle: string }, ownQuantity = 0): ChosenPart {
  const max = file.notScheduled + ownQuantity;
  return {
    id: file.id,
    fileId: file.fileDTO.id,
    name: file.originalFileDTO.fileName,
    orderId: order.id,
    orderTitle: order.displayTitle,
    picture: file.pngFileDTO?.fileURL ?? null,
    process: file.aMProcess,
    materials: file.materials,
    itar: file.itar,
    quantity: ownQuantity || max,
    max,
  };
}
