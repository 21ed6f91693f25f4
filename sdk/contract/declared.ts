/**
 * What a `define…` function has made carries its kind under this name, so that `contractOf` can tell it from anything
 * else that a module exports. From the global table of symbols: two bundled copies of the SDK agree.
 */
export const declared: unique symbol = Symbol.for('@sinter/sdk/declared');
