import type { WantedBuild } from '@sinter/sdk/contract/scheduling/capacity';
import { pieceTime, type PieceTime, type Shape } from '../estimate.ts';

/** A machine that is not hidden, with what it runs. Lengths in mm. */
export interface MakingMachine {
  id: number;
  name: string;
  amProcessId: number;
  materialIds: ReadonlySet<number>;
  buildMm: readonly [number, number, number];
  /** By how much builds of a material take longer than the model says, by material id. */
  slower?: ReadonlyMap<number, number>;
}

/** Pieces of one part. */
export interface MadeLine {
  amProcessId: number;
  processKey: string;
  materialId: number;
  quantity: number;
  shape: Shape;
}

/** Beyond this nobody can tell in a moment where all builds go: a person plans it. */
const mostBuilds = 200;

interface Group {
  materialId: number;
  machines: readonly MakingMachine[];
  lines: MadeLine[];
}

/**
 * The builds that these parts take: parts of one material fill builds together, as long as they fit the smallest of their
 * machines. `null` where a part fits on no machine, or where they are more than can be placed in a moment.
 */
export function buildsOf(lines: readonly MadeLine[], machines: readonly MakingMachine[]): WantedBuild[] | null {
  const groups = new Map<string, Group>();
  for (const line of lines) {
    const able = machines.filter((machine) => makes(machine, line));
    if (able.length === 0) return null;
    const key = `${line.materialId} ${able.map(({ id }) => id).join()}`;
    const group = groups.get(key) ?? { materialId: line.materialId, machines: able, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  const builds: WantedBuild[] = [];
  for (const group of groups.values()) {
    for (const pieces of batchesOf(group)) {
      if (builds.length === mostBuilds) return null;
      builds.push({ materialId: group.materialId, on: group.machines.map((machine) => timeOn(machine, pieces)) });
    }
  }
  return builds;
}

const sorted = (lengths: readonly number[]) => lengths.toSorted((a, b) => b - a);

function makes(machine: MakingMachine, { amProcessId, materialId, shape }: MadeLine): boolean {
  const room = sorted(machine.buildMm);
  return (
    machine.amProcessId === amProcessId &&
    machine.materialIds.has(materialId) &&
    sorted(shape.sizeMm).every((length, axis) => length <= (room[axis] ?? 0))
  );
}

type Pieces = ReadonlyMap<MadeLine, number>;

/** One build after the other, each as full as the smallest machine takes it. */
function* batchesOf({ lines, machines }: Group): Generator<Pieces> {
  let [pieces, filled] = [new Map<MadeLine, number>(), 0];
  for (const line of lines) {
    const fill = Math.max(...machines.map((machine) => timeOfPiece(line, machine).fill));
    for (let left = line.quantity; left > 0;) {
      // Rounding may not cost a piece.
      const room = Math.floor((1 - filled) / fill + 1e-9);
      if (room === 0) {
        yield pieces;
        [pieces, filled] = [new Map(), 0];
        continue;
      }
      const count = Math.min(left, room);
      pieces.set(line, count);
      filled += count * fill;
      left -= count;
    }
  }
  if (pieces.size > 0) yield pieces;
}

const timeOfPiece = ({ shape, processKey }: MadeLine, machine: MakingMachine): PieceTime =>
  pieceTime(shape, processKey, machine);

function timeOn(machine: MakingMachine, pieces: Pieces): WantedBuild['on'][number] {
  // All of one material.
  let [hours, filled, setup, factor] = [0, 0, 0, 1];
  for (const [line, count] of pieces) {
    const piece = timeOfPiece(line, machine);
    hours += count * piece.hours;
    filled += count * piece.fill;
    setup = Math.max(setup, piece.sharesSetup ? piece.setupHours * Math.min(1, filled) : piece.setupHours);
    factor = machine.slower?.get(line.materialId) ?? 1;
  }
  return { equipmentId: machine.id, hours: (hours + setup) * factor };
}
