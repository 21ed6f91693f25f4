import { Readable } from 'node:stream';
import { CallError, type Principal } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  certificateBasis,
  type CertificatePart,
  type CertificateSample,
} from '@sinter/sdk/contract/orders/certificateBasis';
import type { readShipmentPaper, ShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import {
  documentLanguage,
  documents,
  type CallContext,
  type DocumentSubject,
  type DocumentWords,
  type FileReply,
  type Services,
  type Work,
} from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { languageOf } from '../documents/handlers.ts';
import { isProvider, viewersMatch, visible } from '../visibility.ts';
import { boxLabels } from './boxLabels.ts';
import { certificate } from './certificate.ts';
import { packingSlip } from './packingSlip.ts';
import { parcelOf, released, type Parcel } from './paper.ts';
import { visibleShipment } from './sight.ts';
import { leftStatuses } from './transitions.ts';

/** Whether somebody may read the papers of shipment `s`: a buyer who sees all that is in it, once it has left. */
const readable = (viewer: Principal): RawBuilder<boolean> =>
  isProvider(viewer)
    ? sql`(${visibleShipment(viewer)} and s.status not in ('DRAFT', 'VOIDED'))`
    : sql`(s.status = any(${[...leftStatuses]}::text[]) and not exists (
        select from shipment_line held join rfq_order o on o.id = held.order_id ${viewersMatch(viewer)}
        where held.shipment_id = s.id and (${visible(viewer)}) is not true))`;

/** The papers of shipment `s` that somebody may read; none certifies what nobody has released. */
export const papersFor = (viewer: Principal): RawBuilder<ShipmentPaper[]> =>
  sql`case when not ${readable(viewer)} then '[]'::jsonb when ${released} is null then '["packing-slip"]'::jsonb
    else '["packing-slip", "certificate"]'::jsonb end`;

export const subjectOf = (type: ShipmentPaper, id: number): DocumentSubject => ({ type, of: 'shipment', id });

/** Keeps what the papers of a shipment say. */
export async function issuePapers(services: Pick<Services, 'get' | 'all'>, unit: Work, id: number): Promise<void> {
  const parcel = await parcelOf(unit, id);
  if (!parcel) return;
  const parts = parcel.lines.map(({ orderFileId }) => orderFileId);
  const bases = await Promise.all(
    services.all(certificateBasis).map((each) => each.of(services, unit, parcel.facility.id, parts)),
  );
  const basis = (words: DocumentWords): CertificatePart => {
    const all = bases.map((partOf) => partOf(words));
    return {
      blocks: all.flatMap(({ blocks }) => blocks),
      statement: all.map(({ statement }) => statement).find((each) => each !== null) ?? null,
    };
  };
  const { issue } = services.get(documents);
  await issue(unit, subjectOf('packing-slip', id), parcel.facility.id, (words) => packingSlip(parcel, words));
  await issue(unit, subjectOf('certificate', id), parcel.facility.id, (words) =>
    certificate(parcel, basis(words), words),
  );
}

/** The certificate of a shipment that the caller sees, packed or not. */
export const certificateOf: CertificateSample = {
  async of({ db, user }, shipmentId, basis) {
    const { rows } = await sql<{ id: number }>`
      select s.id from shipment s where ${visibleShipment(user)} and s.status <> 'VOIDED'
        and exists (select from shipment_line l where l.shipment_id = s.id)
        ${shipmentId === null ? sql`` : sql`and s.id = ${shipmentId}`} order by s.id desc limit 1
    `.execute(db);
    const parcel = rows[0] && (await parcelOf({ db }, rows[0].id));
    if (!parcel) return null;
    const partOf = await basis(
      parcel.facility.id,
      parcel.lines.map(({ orderFileId }) => orderFileId),
    );
    return (words) => certificate(parcel, partOf(words), words);
  },
};

/** The last version; of a shipment that left without being packed here, it is issued when it is first asked for. */
export async function lastVersion(
  services: Pick<Services, 'db' | 'get' | 'all' | 'write'>,
  type: ShipmentPaper,
  id: number,
): Promise<number> {
  const last = async () => (await services.get(documents).issued(services.db, subjectOf(type, id)))[0]?.version;
  const version = await last();
  if (version !== undefined) return version;
  await services.write(async (unit) => {
    await sql`select from shipment where id = ${id} for update`.execute(unit.db);
    await issuePapers(services, unit, id);
  });
  return (await last()) ?? 1;
}

export async function readPaper(
  context: CallContext,
  { params: { id, type }, query }: CallArguments<typeof readShipmentPaper>,
): Promise<FileReply> {
  const language = documentLanguage(query.language ?? (await languageOf(context)));
  const service = context.get(documents);
  const { bytes } =
    type === 'label'
      ? await service.render(boxLabels(await toLabel(context, id), await service.words(language)), {
          language,
          facilityId: context.facilityId,
        })
      : await service.renderIssued(subjectOf(type, id), await readableVersion(context, type, id), language);
  return {
    stream: Readable.from([Buffer.from(bytes)]),
    contentType: 'application/pdf',
    size: bytes.length,
    ...(query.download === 'true' && { downloadName: `${type}-${id}.pdf` }),
    cache: type === 'label' ? 'no-store' : 'private',
  };
}

async function readableVersion(context: CallContext, type: ShipmentPaper, id: number): Promise<number> {
  const { rows } = await sql<{ papers: ShipmentPaper[] }>`
    select ${papersFor(context.user)} as papers from shipment s where s.id = ${id}
  `.execute(context.db);
  if (!rows[0]?.papers.includes(type)) throw new CallError('NOT_FOUND');
  return lastVersion(context, type, id);
}

async function toLabel(context: CallContext, id: number): Promise<Parcel> {
  const { user, db } = context;
  const { rows } = await sql`
    select from shipment s where s.id = ${id} and s.status <> 'VOIDED'
      and ${isProvider(user) ? visibleShipment(user) : sql`false`}
  `.execute(db);
  const parcel = rows.length === 0 ? undefined : await parcelOf(context, id);
  if (!parcel) throw new CallError('NOT_FOUND');
  return parcel;
}
