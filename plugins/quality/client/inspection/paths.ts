const root = '/service-provider/quality-management';

export const inspectionsPath = `${root}/inspections`;
export const inspectionPath = (id: number): string => `${inspectionsPath}/${id}`;
export const plansPath = `${root}/inspection-plans`;
export const planPath = (id: number): string => `${plansPath}/${id}`;
