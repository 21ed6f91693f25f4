/** A value that keeps its own order within a text that runs the other way: `64 × 44 mm` in Arabic. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
