/** Stands for `sessionStorage` and `localStorage`, with what a plugin uses of them. */
export interface FakeStorage {
  /** What is stored now, by key. */
  readonly kept: ReadonlyMap<string, string>;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Begins empty. Hand the same one to a second store to play a reload. */
export function fakeStorage(): FakeStorage {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
