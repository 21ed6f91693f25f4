/**
 * Tells screens of requests apart. A new request keeps its screen when it gets a number and with it another address; the
 * next new one gets a screen of its own.
 */
export class Begun {
  #next = 0;
  readonly #names = new Map<number, string>();

  nameOf(orderId: number | null): string {
    if (orderId === null) return `new ${this.#next}`;
    return this.#names.get(orderId) ?? String(orderId);
  }

  /** The new request has this number from here on. */
  numbered(orderId: number): void {
    this.#names.set(orderId, this.nameOf(null));
    this.#next += 1;
  }
}
