const root = '/service-provider/quality-management';

export const processPath = `${root}/quality-dashboard`;
export const partPath = `${root}/compliance`;
export const ncrPath = (id: number): string => `${root}/ncrs/${id}`;
export const lotPath = (id: number): string => `/service-provider/work-center/lots/${id}`;
export const capasPath = `${root}/capa`;
export const capaPath = (id: number): string => `${root}/capa/${id}`;
