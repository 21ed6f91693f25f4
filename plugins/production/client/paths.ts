import { lotPagePath } from '@sinter/sdk/contract/codes';

export const workCenterPath = '/service-provider/work-center';

/** A lot, opened at one of its steps. */
export const lotPath = (id: number, step?: number): string =>
  `${lotPagePath(id)}${step === undefined ? '' : `?step=${step}`}`;
