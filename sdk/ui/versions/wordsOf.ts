/** The texts about a version. Nothing is published before the first: version 0 is what the product comes with. */
export const wordsOf = (version: number): string => (version === 0 ? 'versions.original' : 'versions');
