import type { BuiltPart } from './sharedBuild.ts';

/** Specifier to the names that its module exports. */
export type SharedNames = ReadonlyMap<string, ReadonlySet<string>>;

export const namesOf = (...parts: BuiltPart[]): SharedNames =>
  new Map(
    parts.flatMap((part) => Object.entries(part.exports).map(([specifier, names]) => [specifier, new Set(names)])),
  );
