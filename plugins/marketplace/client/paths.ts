export const marketplacePath = '/service-provider/app-marketplace';
export const reviewPath = '/service-provider/app-marketplace-admin';
export const appPath = (id: string): string => `${marketplacePath}/${id}`;
export const submissionPath = (packageId: number): string => `${reviewPath}/${packageId}`;
