import type { CallResult } from '@sinter/sdk/contract/call';
import type { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';

export type Offer = CallResult<typeof listOfferedMaterials>;

export const materialsOf = (offer: Offer, amProcessId: number | null) =>
  offer.find(({ process }) => process.id === amProcessId)?.materials ?? [];

/** The first process and material, so that a price is there as soon as a part is. */
export function firstChoice(offer: Offer) {
  const [first] = offer;
  return { amProcessId: first?.process.id ?? null, materialId: first?.materials[0]?.id ?? null };
}
