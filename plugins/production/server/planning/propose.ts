import { buildEstimates } from '@sinter/sdk/contract/orders/buildEstimates';
import { mostParts, type Proposal } from '@sinter/sdk/contract/production/planning';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { powderProcesses } from '../nesting/begin.ts';
import { machinesOf, type Machine } from './machines.ts';
import { pool, week } from './pool.ts';
import { dueAt } from './rows.ts';

const mostRead = 2_000;
const mostProposed = 30;
const mostPieces = 2_000;
/** Of what a machine takes: boxes around parts never fill all of it. */
const fullest = { BED: 0.35, PLATE: 0.7 } as const;

const partSchema = z.object({
  orderFileId: z.number(),
  orderId: z.number(),
  fileName: z.string(),
  free: z.number(),
  process: z.object({ id: z.number(), name: z.string() }),
  material: z.object({ id: z.number(), name: z.string() }),
  week: z.union([z.iso.date(), z.literal('NONE')]),
  dueAt: z.string().nullable(),
  late: z.boolean(),
  /** `null`: nobody has measured it. */
  sizeMm: z.tuple([z.number(), z.number(), z.number()]).nullable(),
});
type Part = z.infer<typeof partSchema>;

export async function propose(context: CallContext): Promise<Proposal[]> {
  const { from, where } = pool(context);
  const [{ rows }, machines] = await Promise.all([
    sql`
      select f.id as "orderFileId", o.id as "orderId", file.file_name as "fileName", one.free,
        jsonb_build_object('id', p.id, 'name', p.name) as process,
        jsonb_build_object('id', mat.id, 'name', mat.name) as material, one.week, ${isoTime('one.due')} as "dueAt",
        coalesce(one.due < now(), false) as late, case when facts.file_id is not null
          then json_build_array(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm) end as "sizeMm"
      from (
        select f.id, ${dueAt} as due, ${week} as week,
          f.quantity + f.remake_quantity - f.scheduled - coalesce(held.pieces, 0) as free
        from ${from} join facility fac on fac.id = m.facility_id where ${where}
        order by ${dueAt} nulls last, f.id limit ${mostRead}
      ) one join rfq_order_file f on f.id = one.id join rfq_order o on o.id = f.order_id
        join stored_file file on file.id = f.original_file_id join am_process p on p.id = f.am_process_id
        join material mat on mat.id = f.material_id left join file_facts facts on facts.file_id = f.file_id
      order by one.due nulls last, one.id
    `.execute(context.db),
    machinesOf(context, context.facilityId),
  ]);
  const groups = new Map<string, Part[]>();
  for (const part of z.array(partSchema).parse(rows)) {
    groups.set(groupOf(part), [...(groups.get(groupOf(part)) ?? []), part]);
  }
  const setup = (processKey: string) =>
    context.get(buildEstimates).hours(processKey, { volumeMm3: 0, areaMm2: 0, heightMm: 0, heightsMm: 0 });
  return [...groups]
    .flatMap(([key, parts]) => buildsOf(key, parts, machines, setup))
    .toSorted(moreUrgent)
    .slice(0, mostProposed);
}

const groupOf = ({ process, material, week: due }: Part): string => `${process.id}.${material.id}.${due}`;

/** Late parts first, then the earlier week, then the fuller build. */
const moreUrgent = (one: Proposal, other: Proposal): number =>
  Number(other.late > 0) - Number(one.late > 0) ||
  (one.week === other.week ? 0 : one.week === 'NONE' || (other.week !== 'NONE' && one.week > other.week) ? 1 : -1) ||
  other.fill - one.fill;

interface Room {
  machine: Machine;
  /** What a part takes of the machine; `null`: it is too large. */
  shareOf: (part: Part) => number | null;
  fullest: number;
}

function roomOf(machine: Machine): Room | null {
  if (!machine.boxMm) return null;
  const [x, y, z_] = machine.boxMm;
  const box = [x, y, z_].toSorted((one, other) => one - other);
  const bed = powderProcesses.has(machine.processKey);
  const shareOf = ({ sizeMm }: Part) => {
    if (!sizeMm) return 0;
    const [a, b, c] = sizeMm;
    if (sizeMm.toSorted((one, other) => one - other).some((side, axis) => side > (box[axis] ?? 0))) return null;
    return bed ? (a * b * c) / (x * y * z_) : (a * b) / (x * y);
  };
  return { machine, shareOf, fullest: fullest[bed ? 'BED' : 'PLATE'] };
}

/** For the machine that takes the parts in the fewest builds. */
function buildsOf(
  key: string,
  parts: readonly Part[],
  machines: readonly Machine[],
  setup: (processKey: string) => number | null,
): Proposal[] {
  const [first] = parts;
  if (!first) return [];
  const rooms = machines
    .filter(({ processId, materialIds }) => processId === first.process.id && materialIds.includes(first.material.id))
    .flatMap((machine) => roomOf(machine) ?? [])
    .map((room) => ({ room, cuts: cut(room, parts) }))
    .filter(({ cuts }) => cuts.length > 0)
    .toSorted((one, other) => one.cuts.length - other.cuts.length);
  const [best] = rooms;
  if (!best) return [];
  const { machine } = best.room;
  const hours = setup(machine.processKey);
  return best.cuts.map(({ pieces, fill }, number) => {
    const orders = new Set(pieces.map(({ part }) => part.orderId)).size;
    return {
      key: `${key}.${machine.id}.${number}`,
      machine: { id: machine.id, name: machine.name },
      ...{ process: first.process, material: first.material, week: first.week },
      dueAt: pieces[0]?.part.dueAt ?? null,
      late: pieces.filter(({ part }) => part.late).length,
      orders,
      pieces: pieces.map(({ part: { orderFileId, fileName }, quantity }) => ({ orderFileId, quantity, fileName })),
      setupsSaved: orders - 1,
      hoursSaved: hours === null ? null : hours * (orders - 1),
      fill,
      unmeasured: pieces.filter(({ part }) => part.sizeMm === null).length,
    };
  });
}

interface Cut {
  pieces: { part: Part; quantity: number }[];
  fill: number;
  number: number;
}

/** The most urgent parts first, until a build is full. Parts that are too large are left out. */
function cut({ shareOf, fullest: most }: Room, parts: readonly Part[]): Cut[] {
  const cuts: Cut[] = [];
  for (const part of parts) {
    const share = shareOf(part);
    if (share === null) continue;
    for (let left = part.free; left > 0;) {
      const open = cuts.at(-1);
      const fits = open ? roomIn(open, share, most) : 0;
      if (!open || fits === 0) cuts.push({ pieces: [], fill: 0, number: 0 });
      else {
        const quantity = Math.min(left, fits);
        open.pieces.push({ part, quantity });
        open.fill += share * quantity;
        open.number += quantity;
        left -= quantity;
      }
    }
  }
  return cuts;
}

/** One that is empty takes a piece in any case. */
function roomIn({ pieces, fill, number }: Cut, share: number, most: number): number {
  if (pieces.length >= mostParts) return 0;
  const byFill = share === 0 ? mostPieces : Math.floor((most - fill) / share);
  return Math.max(Math.min(byFill, mostPieces - number), pieces.length === 0 ? 1 : 0);
}
