import { createToken } from '@sinter/sdk/plugin';
import type { LinkApp } from '#registry/apps';

/** Links to other applications that a facility has agreed to. */
export interface FacilityLinks {
  of(facilityId: number): Promise<readonly LinkApp[]>;
}
export const facilityLinks = createToken<FacilityLinks>('host/FacilityLinks@1');
