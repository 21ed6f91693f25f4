const minute = 60_000;
const [longestPause, forgottenAfter] = [60 * minute, 24 * 60 * minute];

interface Suspect {
  falls: number;
  fellAt: number;
}

/**
 * Servers that have brought down the process that speaks with them. One that did it once is spoken with apart from all others; one that does
 * it again and again is left alone for a while, and longer each time.
 */
export class Suspects {
  readonly #known = new Map<string, Suspect>();

  fell(endpoint: string, now: number): void {
    for (const [each, { fellAt }] of this.#known) {
      if (now - fellAt >= forgottenAfter) this.#known.delete(each);
    }
    this.#known.set(endpoint, { falls: (this.#known.get(endpoint)?.falls ?? 0) + 1, fellAt: now });
  }

  of(endpoint: string, now: number): 'TRUSTED' | 'APART' | 'PAUSED' {
    const suspect = this.#known.get(endpoint);
    if (!suspect || now - suspect.fellAt >= forgottenAfter) return 'TRUSTED';
    const pause = suspect.falls < 2 ? 0 : Math.min(longestPause, minute * 2 ** (suspect.falls - 2));
    return now - suspect.fellAt < pause ? 'PAUSED' : 'APART';
  }
}
