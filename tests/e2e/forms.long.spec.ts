import { randomUUID } from 'node:crypto';
import { addComment, commentPinSchema } from '@sinter/sdk/contract/comments/comments';
import { saveExportPolicy, stateUsPerson } from '@sinter/sdk/contract/host/exportControl';
import { listNdas } from '@sinter/sdk/contract/orders/nda';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { listShipments } from '@sinter/sdk/contract/orders/shipments';
import { readOrder, searchOrders } from '@sinter/sdk/contract/orders/orders';
import { listJobs } from '@sinter/sdk/contract/scheduling/jobs';
import { forms } from './forms.ts';
import { signedIn } from './http.ts';
import { giveFunction } from './screens.ts';
import { expect, test, type Page } from './test.ts';

const text = 'Typed and not yet saved';

/** What the forms of the demo company are about, and a comment to answer. */
async function subjects(url: string) {
  const admin = await signedIn(url, 'admin');
  const body = { searchString: '', searchFilters: { ORDER_STATUS: ['BID_WAITING'] } };
  const { orders } = await admin.call(searchOrders, { query: {}, body });
  const { jobDTOS } = await admin.call(listJobs, { params: { limit: 100, offset: 0 }, query: { jobType: 'ORDER' } });
  const [part] = (await admin.call(readOrder, { params: { id: 3 } })).rfqFileDTOs;
  if (!part) throw new Error('Order 3 has no part.');
  const [x, y] = [
    [0, 0, 1],
    [0, 1, 0],
  ];
  const pin = { fileId: part.fileDTO.id, position: [0, 0, 0], normal: x, camera: { position: x, target: y, up: y } };
  const comment = {
    eventId: randomUUID(),
    objectKind: 'RFQ_ORDER_FILE' as const,
    objectId: part.id,
    body: 'Please call.',
  };
  await admin.call(addComment, { body: { ...comment, pin: commentPinSchema.parse(pin) } });
  await giveFunction(url, 'finance', 'ITAR_ADMIN');
  const [officer, planner] = [await signedIn(url, 'finance'), await signedIn(url, 'planner')];
  await officer.call(saveExportPolicy, { body: { enabled: true, networks: [] } });
  await planner.call(stateUsPerson, { body: { basis: 'CITIZEN', confirmed: true } });
  const queued = jobDTOS.find(({ jobStatus }) => jobStatus === 'QUEUED');
  const buyeradmin = await signedIn(url, 'buyeradmin');
  const { ndas } = await buyeradmin.call(listNdas, { query: {} });
  const waiting = ndas.find(({ status }) => status === 'PENDING');
  const { shipments } = await admin.call(listShipments, { query: {}, body: { statuses: ['DRAFT'] } });
  const draft = String(shipments[0]?.id);
  const { cards } = await admin.call(listCards, { query: { workCenter: 'finishing' } });
  const lot = String(cards[0]?.id);
  return { draft, lot, quoting: String(orders[0]?.id), queued: String(queued?.id), nda: String(waiting?.orderId) };
}

/**
 * One page for each person. A menu click asks first, where something is typed into the page itself; a reload never
 * loses anything.
 */
test(
  'what is typed into a form is there again after a menu click and a reload',
  { tag: '@host' },
  async ({ visitors, app }) => {
    // Two seconds for each form, and several times as many where the machine is busy.
    test.setTimeout(Object.keys(forms).length * 10_000);
    const { quoting, queued, nda, draft, lot } = await subjects(app.url);
    const pages = new Map<string, Page>();
    for (const [file, form] of Object.entries(forms)) {
      await test.step(file, async () => {
        const page = pages.get(form.as) ?? (await visitors.open(form.as));
        pages.set(form.as, page);
        const { field, open, typed = text } = form;
        const path = form.path.replace('{quoting}', quoting).replace('{queued}', queued).replace('{nda}', nda);
        await page.goto(path.replace('{draft}', draft).replace('{lot}', lot));
        await open?.(page);
        await field(page).fill(typed);
        if (!form.quiet && (await page.getByRole('dialog').count()) === 0) {
          await page.getByRole('link', { name: 'CO-AM' }).first().click();
          await page.getByRole('button', { name: 'Stay' }).click();
          await expect(field(page), file).toHaveValue(typed);
        }
        await page.reload();
        if (!form.comesBack) await open?.(page);
        await expect(field(page), file).toHaveValue(typed);
      });
    }
    for (const page of pages.values()) await page.close();
  },
);
