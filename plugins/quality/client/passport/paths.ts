export const passportsPath = '/service-provider/quality-management/passports';
export const passportPath = (lotId: number): string => `${passportsPath}/${lotId}`;
