import type { CallResult } from '@sinter/sdk/contract/call';
import type { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';

export type Offer = CallResult<typeof listOfferedMaterials>;

const of = (offer: Offer, amProcessId: number | null) => offer.find(({ process }) => process.id === amProcessId);

export const materialsOf = (offer: Offer, amProcessId: number | null) => of(offer, amProcessId)?.materials ?? [];

export const finishesOf = (offer: Offer, amProcessId: number | null) => of(offer, amProcessId)?.finishes ?? [];

/** The material that most machines run for the process. */
export const proposedMaterial = (offer: Offer, amProcessId: number | null): number | null =>
  of(offer, amProcessId)?.proposedMaterialId ?? null;

/** The first process and its proposed material, so that a price is there as soon as a part is. */
export function firstChoice(offer: Offer) {
  const [first] = offer;
  return { amProcessId: first?.process.id ?? null, materialId: first?.proposedMaterialId ?? null };
}
