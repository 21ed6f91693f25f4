import type { CallResult } from '@sinter/sdk/contract/call';
import type { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';

export type Offer = CallResult<typeof listOfferedMaterials>;

const of = (offer: Offer, amProcessId: number | null) => offer.find(({ process }) => process.id === amProcessId);

export const materialsOf = (offer: Offer, amProcessId: number | null) => of(offer, amProcessId)?.materials ?? [];

export const finishesOf = (offer: Offer, amProcessId: number | null) => of(offer, amProcessId)?.finishes ?? [];

/** The material that most machines run for the process. */
export const proposedMaterial = (offer: Offer, amProcessId: number | null): number | null =>
  of(offer, amProcessId)?.proposedMaterialId ?? null;

const isIn = (ids: readonly number[] | null, id: number): boolean => ids === null || ids.includes(id);

/** What a request form leaves of it. */
export const within = (offer: Offer, form: ShownForm | null): Offer =>
  form === null
    ? offer
    : offer.flatMap((each) => {
        const materials = each.materials.filter(({ id }) => isIn(form.materialIds, id));
        const [first] = materials;
        if (!first || !isIn(form.processIds, each.process.id)) return [];
        const proposed = materials.some(({ id }) => id === each.proposedMaterialId)
          ? each.proposedMaterialId
          : first.id;
        const finishes = each.finishes.filter(({ id }) => isIn(form.finishIds, id));
        return [{ ...each, materials, finishes, proposedMaterialId: proposed }];
      });

/** The first process and its proposed material, so that a price is there as soon as a part is. */
export function firstChoice(offer: Offer) {
  const [first] = offer;
  return { amProcessId: first?.process.id ?? null, materialId: first?.proposedMaterialId ?? null };
}
