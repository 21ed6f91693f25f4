import { CallError, type Sentence } from '@sinter/sdk/contract';
import { say } from '../say.ts';
import type { LimitKind } from './limits.ts';

/** RATE_LIMITED by a limit of the server, which knows when the next one is let through. */
export class RateLimited extends CallError {
  readonly limit: LimitKind;
  readonly retryAfterSeconds: number;

  constructor(limit: LimitKind, retryAfterSeconds: number, sentence: Sentence = wait(retryAfterSeconds)) {
    super('RATE_LIMITED', sentence);
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function wait(seconds: number): Sentence {
  if (seconds < 120) return say('waitSeconds', { seconds });
  if (seconds < 7200) return say('waitMinutes', { minutes: Math.ceil(seconds / 60) });
  return say('waitHours', { hours: Math.ceil(seconds / 3600) });
}
