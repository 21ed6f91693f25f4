import type { RateLimiter } from '../http/rateLimit.ts';
import { sha256 } from '../identity/secretToken.ts';

/** Mails of one kind to one address in an hour: anybody can ask for them, not only its owner. */
const mailsPerHour = 5;

/** Counts for known and unknown addresses alike; throws RATE_LIMITED. */
export const countMail = (
  { limiter }: { limiter: RateLimiter },
  kind: 'reset' | 'register' | 'verify' | 'invite',
  email: string,
): Promise<void> => limiter.countEverywhere(`mail ${kind} ${sha256(email.toLowerCase())}`, mailsPerHour, 60);
