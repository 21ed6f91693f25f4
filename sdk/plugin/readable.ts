/** Takes back what it was returned for. Calling it twice is harmless. */
export type Dispose = () => void;

/** A value that changes: read it now, or be told. Fits React's `useSyncExternalStore` and RxJS alike. */
export interface Readable<T> {
  get(): T;
  /** Called after each change, not with the present value. */
  subscribe(listener: () => void): Dispose;
}
