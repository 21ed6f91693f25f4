import { lotPagePath } from '@sinter/sdk/contract/codes';

export const workCenterPath = '/service-provider/work-center';
export const planningPath = '/service-provider/build-planning-new';
export const platformsPath = '/service-provider/machine-platforms';

/** A lot, opened at one of its steps. */
export const lotPath = (id: number, step?: number): string =>
  `${lotPagePath(id)}${step === undefined ? '' : `?step=${step}`}`;
export const platformPath = (id: number): string => `${platformsPath}/${id}`;
/** A job in the schedule. */
export const jobPath = (id: number): string => `/service-provider/schedules?job=${id}`;
