import type { Principal } from '@sinter/sdk/contract';
import { uploadsPerDay } from './limits.ts';
import { minutesOfDay, type RateLimiter } from './rateLimit.ts';

/** Counted in such parts of the largest file. */
export const partsOfLargest = 10_000;

/** Takes this many bytes from what somebody, and their facility or company, may send today; throws RATE_LIMITED. */
export type UploadQuota = (by: Principal, bytes: number) => Promise<void>;

export const createUploadQuota =
  (limiter: RateLimiter, largest: number): UploadQuota =>
  async ({ userId, facilityId, companyId }, bytes) => {
    const account = facilityId === null ? `company ${companyId}` : `facility ${facilityId}`;
    const amount = Math.ceil((bytes * partsOfLargest) / largest);
    for (const [key, most] of [
      [`upload person ${userId}`, uploadsPerDay.person],
      [`upload ${account}`, uploadsPerDay.account],
    ] as const) {
      await limiter.countEverywhere(key, most * partsOfLargest, minutesOfDay, 'upload-bytes', amount);
    }
  };
