import { randomUUID } from 'node:crypto';
import * as planning from '@sinter/sdk/contract/production/planning';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn, type Client } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { newMachine, retire } from './planning.ts';
import { expect } from './test.ts';

interface Wanted {
  name: string;
  ordered: number;
  pieces: number;
}

/** Pieces of an order that are to schedule, and a build of some of them that is arranged on a machine of its own. */
export async function arrangedBuild(url: string, { name, ordered, pieces }: Wanted) {
  const [admin, planner, buyer] = await Promise.all(
    ['admin', 'planner', 'buyer'].map((account) => signedIn(url, account)),
  );
  if (!admin || !planner || !buyer) throw new Error('Somebody is missing.');
  const machine = await newMachine(admin, `MJF for ${name}`);
  const part = await preparedPart(buyer, `${name}.stl`, stlOf(boxFacets([30, 20, 20])));
  const choice = { amProcessId: machine.machine.amProcess.id, materialId: machine.materials[0] ?? 0 };
  await awarded(buyer, admin, await draftOrder(buyer, part, name, ordered, choice));
  const { parts } = await planner.call(planning.listPool, { query: { text: name } });
  const orderFileId = parts[0]?.orderFileId ?? 0;
  const { id } = await planner.call(planning.planBuild, {
    body: { eventId: randomUUID(), equipmentId: machine.id, name, pieces: [{ orderFileId, quantity: pieces }] },
  });
  const build = await arranged(planner, id);
  return { planner, build, machine, leave: () => retire(admin, planner, machine) };
}

export async function arranged(planner: Client, id: number): Promise<planning.PlannedDetail> {
  const read = () => planner.call(planning.readPlannedBuild, { params: { id } });
  const { version } = await read();
  await planner.call(planning.arrangePlannedBuild, { params: { id }, body: { version, seconds: 1 } });
  await expect.poll(async () => (await read()).arranging, { timeout: 60_000 }).toBeNull();
  return read();
}
