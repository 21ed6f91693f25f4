import { setImmediate } from 'node:timers/promises';
import type { FoundPlace, WantedBuild } from '@sinter/sdk/contract/scheduling/capacity';
import { nextSlot, type MachineTime, type Reservation } from '../slots.ts';

const hourMs = 3_600_000;

/** A machine's time, to which the places that were found are added. */
type OpenTime = Omit<MachineTime, 'reservations'> & { reservations: Reservation[] };

/**
 * Places builds one after the other, each where it ends first, on copies of the machines' times. Others are served between two
 * builds.
 */
export async function placeBuilds(
  machines: ReadonlyMap<number, MachineTime>,
  builds: readonly WantedBuild[],
  notBefore: number,
): Promise<(FoundPlace | null)[]> {
  const open = new Map<number, OpenTime>(
    [...machines].map(([id, machine]) => [id, { ...machine, reservations: [...machine.reservations] }]),
  );
  const earliest = earliestStarts(open, builds, notBefore);
  const placed: (FoundPlace | null)[] = [];
  for (const build of builds) {
    const best = bestOf(open, earliest, build, notBefore);
    placed.push(best);
    if (best) {
      const { equipmentId, from, to } = best;
      const taken = { jobId: 0, kind: 'BUSY', materialId: build.materialId, from, to } as const;
      open.get(equipmentId)?.reservations.push(taken);
    }
    await setImmediate();
  }
  return placed;
}

const durationOf = (hours: number) => Math.ceil(hours * hourMs);

type Earliest = (materialId: number | null, equipmentId: number) => number;

/**
 * When the shortest of a material's builds could begin on a machine: no longer one begins earlier, nor any once another has
 * taken time there. So most machines need not be looked at for most builds.
 */
function earliestStarts(
  machines: ReadonlyMap<number, OpenTime>,
  builds: readonly WantedBuild[],
  notBefore: number,
): Earliest {
  const shortest = new Map<number | null, number>();
  for (const { materialId, on } of builds) {
    if (on.length === 0) continue;
    const duration = Math.min(...on.map(({ hours }) => durationOf(hours)));
    shortest.set(materialId, Math.min(shortest.get(materialId) ?? Infinity, duration));
  }
  const starts = new Map<string, number>();
  return (materialId, equipmentId) => {
    const key = `${materialId} ${equipmentId}`;
    const known = starts.get(key);
    if (known !== undefined) return known;
    const machine = machines.get(equipmentId);
    const duration = shortest.get(materialId) ?? 0;
    const start = machine ? (nextSlot(machine, { duration, materialId, notBefore }).slot?.from ?? Infinity) : Infinity;
    starts.set(key, start);
    return start;
  };
}

function bestOf(
  machines: ReadonlyMap<number, MachineTime>,
  earliest: Earliest,
  { materialId, on }: WantedBuild,
  notBefore: number,
): FoundPlace | null {
  const promising = on
    .map(({ equipmentId, hours }) => {
      const duration = durationOf(hours);
      return { equipmentId, duration, end: earliest(materialId, equipmentId) + duration };
    })
    .filter(({ end }) => end < Infinity)
    .toSorted((a, b) => a.end - b.end || a.equipmentId - b.equipmentId);
  let best: FoundPlace | null = null;
  for (const { equipmentId, duration, end } of promising) {
    if (best && end >= best.to) break;
    const machine = machines.get(equipmentId);
    if (!machine) continue;
    const { slot, delayedBy } = nextSlot(machine, { duration, materialId, notBefore });
    if (slot && (!best || slot.to < best.to)) best = { equipmentId, ...slot, delayedBy };
  }
  return best;
}
