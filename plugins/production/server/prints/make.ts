import { travellerPrintChanged } from '@sinter/sdk/contract/production/travellerPrints';
import { CallError } from '@sinter/sdk/contract';
import {
  documents,
  storedFiles,
  type DocumentSubject,
  type JobContext,
  type Services,
  type Work,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { Readable } from 'node:stream';
import { foundLots } from '../lots.ts';
import { issueTraveller } from '../issue.ts';
import { productionDb } from '../tables.ts';
import { kinds } from './notices.ts';

interface Asked {
  printId: number;
}
/** Between two reports of how far it is. */
const reportEveryMs = 500;
/** Orders that are read at once. */
const readAtOnce = 50;
/** Of the work, what is left once all papers are issued: drawing them. */
const drawing = 0.45;
const mostBytes = 2 ** 30;

/** It was cancelled meanwhile. */
class GivenUp extends Error {}

export async function makePrint(context: JobContext, { printId }: Asked): Promise<void> {
  const print = await context.write(async (unit) =>
    productionDb(unit)
      .updateTable('traveller_print')
      .set({ begun_at: new Date(), share: 0 })
      .where('id', '=', printId)
      .where('state', '=', 'WAITING')
      .returning(['user_id', 'facility_id', 'language', 'grouped', 'order_ids', 'file_name'])
      .executeTakeFirst(),
  );
  if (!print) return;
  const { user_id: userId, facility_id: facilityId } = print;
  const papers = context.get(documents);
  const given = new AbortController();
  const report = reporter(context, printId, userId);
  try {
    const parts: { subject: DocumentSubject; version: number }[] = [];
    for (let at = 0; at < print.order_ids.length; at += readAtOnce) {
      const ids = print.order_ids.slice(at, at + readAtOnce);
      const found = await foundLots(context.db, { facilityId, controlled: false }, sql`o.id = any(${ids}::bigint[])`);
      for (const [index, id] of ids.entries()) {
        context.signal.throwIfAborted();
        const lots = found.filter(({ orderId }) => orderId === id);
        if (lots.length > 0) {
          parts.push(
            await issueTraveller(context, facilityId, { type: 'order-traveller', grouped: print.grouped, id }, lots),
          );
        }
        await report(((1 - drawing) * (at + index + 1)) / print.order_ids.length);
      }
    }
    // Cancelled by somebody, or by the worker that stops.
    const signal = AbortSignal.any([given.signal, context.signal]);
    const onSheet = (share: number) =>
      void report(1 - drawing + drawing * share).catch((error: unknown) => given.abort(error));
    const { bytes, pages } = await papers.renderTogether(parts, print.language, { onSheet, signal });
    const stored = await context.files.write(Readable.from([bytes]), { controlled: false, maxBytes: mostBytes });
    await context.write(async (unit) => {
      const files = context.get(storedFiles);
      // It is nobody's: whoever asked for it gets it by the call that says so, and no colleague by its number.
      const file = await files.add(unit, {
        ...{ ...stored, fileName: print.file_name, controlled: false, createdBy: null, owner: {} },
      });
      const { numUpdatedRows } = await productionDb(unit)
        .updateTable('traveller_print')
        .set({ state: 'READY', file_id: file.id, share: 1, pages })
        .where('id', '=', printId)
        .where('state', '=', 'WAITING')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return files.remove(unit, [file.id]);
      await tellChanged(unit, printId, userId);
      await unit.notify(kinds.printReady, {
        ...{ subjectId: printId, params: { pages }, key: `travellers ${printId}`, by: null },
        to: [{ place: { facilityId, companyId: null }, people: [userId] }],
      });
    });
  } catch (error) {
    if (error instanceof GivenUp) return;
    // What was chosen is gone, or too much: it would be the next time too.
    if (!(error instanceof CallError)) throw error;
    context.log.warn('travelers could not be made', { printId, error: error.message });
    await failPrint(context, { printId });
  }
}

/** Throws once it was cancelled. */
function reporter(context: JobContext, printId: number, userId: number): (share: number) => Promise<void> {
  let reported = 0;
  return async (share) => {
    if (Date.now() - reported < reportEveryMs) return;
    reported = Date.now();
    await context.write(async (unit) => {
      const { numUpdatedRows } = await productionDb(unit)
        .updateTable('traveller_print')
        .set({ share })
        .where('id', '=', printId)
        .where('state', '=', 'WAITING')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new GivenUp();
      await tellChanged(unit, printId, userId);
    });
  };
}

export async function failPrint(services: Services, { printId }: Asked): Promise<void> {
  await services.write(async (unit) => {
    const failed = await productionDb(unit)
      .updateTable('traveller_print')
      .set({ state: 'FAILED' })
      .where('id', '=', printId)
      .where('state', '=', 'WAITING')
      .returning('user_id')
      .executeTakeFirst();
    if (failed) await tellChanged(unit, printId, failed.user_id);
  });
}

/** Takes it away, with its file. */
export async function endPrint(services: Services, { printId }: Asked): Promise<void> {
  await services.write(async (unit) => {
    const gone = await productionDb(unit)
      .deleteFrom('traveller_print')
      .where('id', '=', printId)
      .returning('file_id')
      .executeTakeFirst();
    if (gone?.file_id != null) await services.get(storedFiles).remove(unit, [gone.file_id]);
  });
}

export const tellChanged = (unit: Work, id: number, userId: number): Promise<void> =>
  unit.emit(travellerPrintChanged, { id }, { userIds: [userId] });
