export const workCenterPath = '/service-provider/work-center';

/** A lot, opened at one of its steps. */
export const lotPath = (id: number, step?: number): string =>
  `${workCenterPath}/lots/${id}${step === undefined ? '' : `?step=${step}`}`;
