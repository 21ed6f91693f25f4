import { commentWriter, type NewComment } from '@sinter/sdk/contract/comments/writer';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { personOf } from './first.ts';
import { day, demoUuid, type Written } from './stuff.ts';

type Said = Pick<NewComment, 'visibility' | 'body'> &
  Partial<NewComment> & { by: string; of: 'buyer' | 'facility'; replies?: readonly Said[]; file?: string };

/** What people have written to each other about some of the demo's orders, and among themselves. */
export async function writeThreads(
  unit: Work,
  world: DemoWorld,
  services: Services,
  orders: readonly Written[],
): Promise<void> {
  const { rootFacilityId: root, buyerCompanyId } = world;
  const made = orders.filter(
    ({ status, company, matches }) =>
      company === buyerCompanyId && matches.has(root) && ['IN_PRODUCTION', 'SHIPPED', 'DELIVERED'].includes(status),
  );
  for (const order of made.slice(0, 3)) await writeOn(unit, world, services, order, root);
}

async function writeOn(
  unit: Work,
  world: DemoWorld,
  services: Services,
  order: Written,
  facility: number,
): Promise<void> {
  const [writer] = services.all(commentWriter);
  // A server without the area of comments has none to show.
  if (!writer) return;
  const idOf = (name: string) => personOf(world, name, null).userId;
  let minute = 0;
  const say = async (on: Pick<NewComment, 'kind' | 'id'>, said: Said, parentId?: number): Promise<void> => {
    const { by, of, replies = [], file, ...rest } = said;
    minute += 17;
    const authorId = idOf(by);
    const facilityId = of === 'facility' ? facility : null;
    const addressed = of === 'buyer' && said.visibility === 'SHARED' ? facility : null;
    const at = new Date(Math.min(order.changedAt.getTime(), world.now.getTime() - day) + minute * 60_000);
    const fileIds = file === undefined ? [] : [await note(unit, services, { file, authorId, facilityId, world })];
    if (said.visibility === 'SHARED' && facilityId === null && fileIds.length > 0) {
      await services.get(storedFiles).share(unit, fileIds, { facilityIds: [facility] });
    }
    const id = await writer.write(unit, {
      ...{ ...on, authorId, facilityId, addressed, at, fileIds, eventId: demoUuid(`said-${order.id}-${minute}`) },
      ...(parentId !== undefined && { parentId }),
      ...rest,
    });
    for (const reply of replies) await say(on, reply, id);
  };
  const [line] = order.lines;
  const [quote] = order.quotes.filter((each) => each.facility === facility);
  await say(
    { kind: 'RFQ_ORDER', id: order.id },
    {
      ...{ by: 'buyer', of: 'buyer', visibility: 'SHARED', file: 'delivery-note.txt' },
      body: 'Our dock takes deliveries until 15:00. The gate code is in the attached note.',
      replies: [{ by: 'planner', of: 'facility', visibility: 'SHARED', body: 'Thanks, the carrier knows.' }],
    },
  );
  if (line) {
    await say(
      { kind: 'RFQ_ORDER_FILE', id: line.id },
      {
        ...{ by: 'planner', of: 'facility', visibility: 'INTERNAL', mentions: [idOf('admin')] },
        body: `@${await nameOf(unit, idOf('admin'))} is the thin wall at the flange stiff enough without supports?`,
        replies: [{ by: 'admin', of: 'facility', visibility: 'INTERNAL', body: 'Tilt it by 15 degrees, then yes.' }],
      },
    );
    await say(
      { kind: 'RFQ_ORDER_FILE', id: line.id },
      {
        ...{ by: 'planner', of: 'facility', visibility: 'SHARED', resolvedBy: idOf('buyer') },
        body: 'The two threaded holes: do you want them printed or tapped afterwards?',
        replies: [{ by: 'buyer', of: 'buyer', visibility: 'SHARED', body: 'Tapped afterwards, please. M4.' }],
      },
    );
  }
  if (quote) {
    await say(
      { kind: 'ORDER_QUOTATION', id: quote.id },
      { by: 'buyer', of: 'buyer', visibility: 'INTERNAL', body: 'Fits the budget of the service team.' },
    );
  }
}

async function nameOf(unit: Work, userId: number): Promise<string> {
  const { first_name, last_name } = await unit.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`.trim();
}

/** A file that hangs on a message. */
async function note(
  unit: Work,
  services: Services,
  of: { file: string; authorId: number; facilityId: number | null; world: DemoWorld },
): Promise<number> {
  const bytes = new TextEncoder().encode('Gate 3, code 4711. Please ring at the dock.\n');
  const content = await services.files.write(once(bytes), { controlled: false, maxBytes: bytes.length });
  const file = await services.get(storedFiles).add(unit, {
    ...content,
    ...{ fileName: of.file, controlled: false, createdBy: of.authorId },
    owner: of.facilityId === null ? { companyId: of.world.buyerCompanyId } : { facilityId: of.facilityId },
  });
  return file.id;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
