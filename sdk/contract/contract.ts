import type { AnyCall } from './call.ts';
import { declared } from './declared.ts';
import type { EventSpec } from './event.ts';
import type { FlagSpec } from './flags.ts';
import type { PermissionSpec } from './rights.ts';

/** What an area lets others know of it, as data: everything its files in `sdk/contract/<area>/` declare. */
export interface Contract {
  readonly calls: readonly AnyCall[];
  readonly events: readonly EventSpec[];
  readonly permissions: readonly PermissionSpec[];
  readonly flags: readonly FlagSpec[];
}

interface Declared {
  call: AnyCall;
  event: EventSpec;
  permission: PermissionSpec;
  flag: FlagSpec;
}

/**
 * Collects what modules declare: `contractOf(jobs, chart)` with `import * as jobs from '…/contract/scheduling/jobs'`.
 * Other exports (schemas, functions, labels) are left alone. What two modules export counts once.
 */
export function contractOf(...modules: readonly object[]): Contract {
  const exported = [...new Set(modules.flatMap((module): unknown[] => Object.values(module)))];
  return {
    calls: exported.filter(isDeclared('call')),
    events: exported.filter(isDeclared('event')),
    permissions: exported.filter(isDeclared('permission')),
    flags: exported.filter(isDeclared('flag')),
  };
}

/** The contract of several, each thing once. */
export function joinContracts(contracts: readonly Contract[]): Contract {
  return contractOf(...contracts.flatMap((one) => [one.calls, one.events, one.permissions, one.flags]));
}

const isDeclared =
  <Kind extends keyof Declared>(kind: Kind) =>
  (value: unknown): value is Declared[Kind] =>
    typeof value === 'object' && value !== null && declared in value && value[declared] === kind;
