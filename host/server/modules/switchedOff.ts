import type { Descriptor } from '#registry/descriptor';

/** The plugins that do not run in a facility: those it switched off, and those that cannot run without one of them. */
export function switchedOff(
  descriptors: readonly Pick<Descriptor, 'id' | 'requires' | 'canBeSwitchedOff'>[],
  disabled: readonly string[],
): ReadonlySet<string> {
  const off = new Set(
    descriptors.filter((one) => one.canBeSwitchedOff && disabled.includes(one.id)).map(({ id }) => id),
  );
  for (let before = -1; before < off.size;) {
    before = off.size;
    for (const { id, requires } of descriptors) if (requires.some((required) => off.has(required))) off.add(id);
  }
  return off;
}
