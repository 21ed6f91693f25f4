/**
 * Memory that a finished run leaves to the next one in the same thread: with large files, fetching fresh memory from the
 * system takes as long as the work done in it. What is taken holds whatever it held before.
 */
const largestKeptBytes = 64 * 2 ** 20;
const kept = new Map<string, ArrayBuffer>();

/** `length` whole numbers of 32 bits, in a buffer that was given back under this name or in a new one. */
export function takeInts(name: string, length: number): Int32Array<ArrayBuffer> {
  const buffer = kept.get(name);
  kept.delete(name);
  return buffer && buffer.byteLength >= length * 4 && buffer.byteLength <= length * 16
    ? new Int32Array(buffer, 0, length)
    : new Int32Array(length);
}

/** Gives a buffer back for the next `takeInts` of this name. The caller may not use it, or a view of it, any more. */
export function returnBuffer(name: string, buffer: ArrayBuffer): void {
  if (buffer.byteLength <= largestKeptBytes) kept.set(name, buffer);
}
