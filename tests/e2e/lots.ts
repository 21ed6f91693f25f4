import { randomUUID } from 'node:crypto';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { createJob, fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { inHours, newMachine, retire } from './planning.ts';

/** Pieces that were built and wait to be finished, on a machine of their own. */
export async function builtLot(url: string, plate: string, quantity = 8) {
  const [admin, planner, buyer] = await Promise.all(
    ['admin', 'planner', 'buyer'].map((account) => signedIn(url, account)),
  );
  if (!admin || !planner || !buyer) throw new Error('Somebody is missing.');
  const machine = await newMachine(admin, `MJF ${plate}`);
  const materialId = machine.materials[0] ?? 0;
  const part = await preparedPart(buyer, `${plate}.stl`, stlOf(boxFacets([20, 20, 20])));
  const choice = { amProcessId: machine.machine.amProcess.id, materialId };
  const order = await awarded(buyer, admin, await draftOrder(buyer, part, plate, quantity, choice));
  const rfqCadFileId = order.rfqFileDTOs[0]?.id ?? 0;
  const from = inHours(1);
  const { id } = await planner.call(createJob, {
    body: {
      jobName: 'Plates',
      equipmentDTO: { id: machine.id },
      materialDTO: { id: materialId },
      fromDate: String(from),
      toDate: String(from + 7_200_000),
      estimatedTime: '2',
      files: [{ rfqCadFileId, quantity }],
      eventId: randomUUID(),
    },
  });
  const completed = [{ rfqCadFileId, completedQuantity: quantity }];
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'START' } });
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'COMPLETE', completed } });
  const { cards } = await planner.call(listCards, { query: { text: plate } });
  const [lot] = cards;
  if (!lot) throw new Error('The build has left no lot.');
  return { lot, orderId: order.id, partId: rfqCadFileId, machine, leave: () => retire(admin, planner, machine) };
}
