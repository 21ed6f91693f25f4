import type { RecordChapter } from '@sinter/sdk/contract/orders/recordChapters';
import { documentLanguage } from '@sinter/sdk/server';
import { languageOf } from '../documents/handlers.ts';
import { shipmentsOfOrder } from './ofOrder.ts';
import { lastVersion, subjectOf } from './papers.ts';

/** The order's parcels and their papers, as far as this person reads them on the order. */
export const shipmentsChapter: RecordChapter = {
  async entries(context, { id }) {
    const { lines, shipments } = await shipmentsOfOrder(context, id);
    if (shipments.length === 0) return [];
    const language = documentLanguage(await languageOf(context));
    const each = shipments.flatMap((shipment) => shipment.papers.map((type) => ({ type, of: shipment.id })));
    const papers = [];
    for (const { type, of } of each) {
      const version = await lastVersion(context, type, of);
      const issued = { subject: subjectOf(type, of), version, language };
      papers.push({ path: `shipments/${type}-${of}-v${version}.pdf`, issued });
    }
    const kept = shipments.map(({ papers: _papers, ...shipment }) => shipment);
    return [{ path: 'shipments/shipments.json', json: { lines, shipments: kept } }, ...papers];
  },
};
