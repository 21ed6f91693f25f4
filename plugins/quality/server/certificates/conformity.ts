import type { CertificateBasis, CertificatePart } from '@sinter/sdk/contract/orders/certificateBasis';
import { runningModules, versions, type DocumentBlock, type DocumentWords, type Tables } from '@sinter/sdk/server';
import type { QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { quality } from '../kind.ts';
import { filled } from '../../shared/certificate.ts';
import { lotName } from '../lotName.ts';
import { say } from '../texts.ts';

const lotSchema = z.object({
  lot: z.string(),
  quantity: z.number(),
  good: z.number().nullable(),
  rejected: z.number().nullable(),
  version: z.number().nullable(),
  seal: z.string().nullable(),
});
const concessionSchema = z.object({
  number: z.string(),
  title: z.string(),
  quantity: z.number(),
  at: z.string().nullable(),
});
type LotBasis = z.infer<typeof lotSchema>;
type Concession = z.infer<typeof concessionSchema>;

/** Lots, their inspections, their passports, and what the customer has conceded; and the facility's own text at the end. */
export const conformity: CertificateBasis = {
  async of(services, { db }, facilityId, orderFileIds) {
    if (!(await services.get(runningModules).flag('QUALITY_MANAGEMENT', facilityId)))
      return () => ({ blocks: [], statement: null });
    const { value } = await services.get(versions).of(quality, { facilityId, elementId: '' }).current(db);
    return partBy(db, facilityId, orderFileIds, value);
  },
};

/** What these settings make of the certificate of these parts. */
export async function partBy(
  db: Kysely<Tables>,
  facilityId: number,
  orderFileIds: readonly number[],
  { certificate: { sections, statements }, certificateText }: QualitySettings,
): Promise<(words: DocumentWords) => CertificatePart> {
  const lots = await lotsOf(db, facilityId, orderFileIds);
  const concessions = await concessionsOf(db, facilityId, orderFileIds);
  const named = await namedIn(db, facilityId, orderFileIds);
  return (words) => {
    const statement = statements[words.language] ?? '';
    return {
      blocks: [
        ...(sections.includes('LOTS') ? lotTable(lots, words) : []),
        ...(sections.includes('CONCESSIONS') ? conceded(concessions, named.timeZone, words) : []),
        ...(certificateText === '' ? [] : [{ kind: 'notes' as const, paragraphs: [certificateText] }]),
      ],
      statement:
        statement === '' ? null : filled(statement, { ...named, lots: lots.map(({ lot }) => lot).join(', ') || '–' }),
    };
  };
}

/** What was inspected, as the last inspection of each lot says. */
async function lotsOf(db: Kysely<Tables>, facilityId: number, orderFileIds: readonly number[]): Promise<LotBasis[]> {
  const { rows } = await sql`
    select ${lotName} as lot, l.quantity, inspected.good, inspected.rejected, p.version, p.seal from lot l
      left join lateral (select s.good, s.scrap + s.rework as rejected from lot_step s
        where s.lot_id = l.id and s.kind = 'INSPECTION' and s.status = 'COMPLETED' order by s.position desc limit 1) inspected on true
      left join lateral (select each.version, each.seal from passport each where each.lot_id = l.id
        order by each.version desc limit 1) p on true
    where l.facility_id = ${facilityId} and l.order_file_id = any(${[...orderFileIds]}::bigint[]) and l.state <> 'CANCELLED'
    order by l.id limit 500
  `.execute(db);
  return z.array(lotSchema).parse(rows);
}

async function concessionsOf(
  db: Kysely<Tables>,
  facilityId: number,
  orderFileIds: readonly number[],
): Promise<Concession[]> {
  const { rows } = await sql`
    select n.number, n.title, d.quantity, d.concession ->> 'at' as at from ncr n join ncr_row d on d.ncr_id = n.id
      left join lot l on l.id = n.lot_id
    where n.facility_id = ${facilityId} and coalesce(n.order_file_id, l.order_file_id) = any(${[...orderFileIds]}::bigint[])
      and n.status <> 'VOID' and n.customer_visible and d.disposition = 'USE_AS_IS' and d.state = 'DONE'
      and d.concession ->> 'accepts' = 'true'
    order by n.id, d.id limit 500
  `.execute(db);
  return z.array(concessionSchema).parse(rows);
}

const namedSchema = z.object({
  facility: z.string(),
  timeZone: z.string(),
  ...{ customer: z.string(), orders: z.string(), parts: z.string(), processes: z.string(), materials: z.string() },
});

/** What tokens of a statement stand for, besides the lots. */
async function namedIn(
  db: Kysely<Tables>,
  facilityId: number,
  orderFileIds: readonly number[],
): Promise<z.infer<typeof namedSchema>> {
  const { rows } = await sql`
    select fac.company_name as facility, fac.time_zone as "timeZone", coalesce(string_agg(distinct c.name, ', '), '–') as customer,
      coalesce(string_agg(distinct '#' || o.id, ', '), '–') as orders, coalesce(string_agg(distinct up.file_name, ', '), '–') as parts,
      coalesce(string_agg(distinct p.name, ', '), '–') as processes, coalesce(string_agg(distinct m.name, ', '), '–') as materials
    from facility fac left join rfq_order_file f on f.id = any(${[...orderFileIds]}::bigint[])
      left join rfq_order o on o.id = f.order_id left join company c on c.id = o.company_id
      left join stored_file up on up.id = f.original_file_id left join am_process p on p.id = f.am_process_id
      left join material m on m.id = f.material_id
    where fac.id = ${facilityId} group by fac.id
  `.execute(db);
  return namedSchema.parse(rows[0]);
}

function lotTable(lots: readonly LotBasis[], words: DocumentWords): DocumentBlock[] {
  if (lots.length === 0) return [];
  return [
    {
      kind: 'table',
      title: words.say(say('restsOn')),
      columns: [
        { head: words.say(say('lot')), share: 0.8 },
        { head: words.say(say('quantity')), share: 0.8, number: true },
        { head: words.say(say('stepInspect')), share: 2 },
        { head: words.say(say('passport')), share: 2.4 },
      ],
      rows: lots.map(({ lot, quantity, good, rejected, version, seal }) => ({
        cells: [
          lot,
          words.number(quantity, 0),
          good === null || rejected === null
            ? words.say(say('notRecorded'))
            : words.say(say('inspectedGood', { good: words.number(good, 0), rejected: words.number(rejected, 0) })),
          version === null || seal === null
            ? words.say(say('notIssued'))
            : words.say(say('passportIs', { version: String(version), seal: seal.slice(0, 16) })),
        ],
      })),
    },
  ];
}

function conceded(concessions: readonly Concession[], timeZone: string, words: DocumentWords): DocumentBlock[] {
  if (concessions.length === 0) return [];
  return [
    {
      kind: 'notes',
      title: words.say(say('concessions')),
      paragraphs: concessions.map(({ number, title, quantity, at }) =>
        [
          words.say(say('concessionIs', { number, title, count: quantity })),
          at === null ? '' : words.date(at, timeZone),
        ]
          .filter(Boolean)
          .join(' · '),
      ),
    },
  ];
}
