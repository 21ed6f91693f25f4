import type { MesSettings, WorkplanTemplate } from '@sinter/sdk/contract/production/mes';

/** What decides which steps a part goes through. */
export interface Made {
  processId: number;
  materialId: number;
  finishId: number | null;
}

/** The most exact template that fits: a finish says more than a material, and that more than a process. */
export function templateFor({ templates }: MesSettings, made: Made): WorkplanTemplate | null {
  let best: WorkplanTemplate | null = null;
  let most = -1;
  for (const template of templates) {
    const exactness = exactnessOf(template, made);
    if (exactness > most) [best, most] = [template, exactness];
  }
  return best;
}

/** -1: it does not fit. */
function exactnessOf({ processIds, materialIds, finishIds }: WorkplanTemplate, made: Made): number {
  const asked = [
    { ids: processIds, id: made.processId, worth: 1 },
    { ids: materialIds, id: made.materialId, worth: 2 },
    { ids: finishIds, id: made.finishId, worth: 4 },
  ];
  let exactness = 0;
  for (const { ids, id, worth } of asked) {
    if (ids.length === 0) continue;
    if (id === null || !ids.includes(id)) return -1;
    exactness += worth;
  }
  return exactness;
}
