import { signer, type Stuff } from './first.ts';
import type { Step } from './story.ts';
import { toolsOf, type Draft, type FurtherStory } from './tools.ts';

/**
 * One order for each status that a row can stand in and none of the first stands in, and for what else screens show. A
 * request is SUBMITTED, and a match CREATED, APPROVED or NDA_APPROVED, for no longer than a transaction: there is none of
 * these.
 */
export function furtherStories(stuff: Stuff): FurtherStory[] {
  const { world, parts } = stuff;
  const { secondFacilityId: second, rootFacilityId: root, buyerCompanyId, thirdCompanyId } = world;
  const tools = toolsOf(stuff);
  const { buyer, engineer, keeper, third, admin, planner, lyon, ago, until, of, atSecond, steel, powder } = tools;
  const { sent, does, answers, system, offer, asks, due, promised } = tools;

  const internalWay = (age: number, last: Step[]): Step[] => [
    ...sent(age, third),
    does(age - 1, 'SUBMIT_QUOTE', planner),
    answers(age - 2, 'AWARD', third, root, `PO Q-${age}`),
    // Within one enterprise the award binds at once.
    system(age - 2, 'ACCEPT_AWARD', root),
    does(age - 3, 'START_PRODUCTION', planner),
    does(age - 7, 'FINISH_PRINTING', planner),
    does(age - 8, 'SHIP', planner, 'By the house courier.'),
    ...last,
  ];
  const internal = (age: number, last: Step[], title: string, part: string, received?: Date): Draft => ({
    ...{ buyer: third, company: thirdCompanyId, age, title, choice: powder, lines: [[part, 10]] },
    asked: [
      {
        ...asks(powder, [offer(age - 1, planner, 'ACCEPTED', { poNumber: `Q-${age}`, leadTimeDays: 9 })], {
          promised_at: promised(age - 2, 9),
          delivered_at: received ?? null,
        }),
        internal: true,
      },
    ],
    steps: internalWay(age, last),
    fields: { sourcing: 'INTERNAL_FACILITY', estimated_delivery_date: ago(age - 10) },
  });

  const paidAt = ago(9.5);
  const drafts: Draft[] = [
    {
      ...{ buyer, age: 1.5, title: 'Gripper fingers, draft', choice: powder },
      lines: [
        ['angle-bracket', 12],
        ['hinge-leaf', 24, { color: 'RAL 9005', tolerance: 'ISO_2768_F', inspection: 'DIMENSIONAL_REPORT' }],
      ],
      fields: {
        export_answered: false,
        notes: 'Second part still to be confirmed.',
        primary_use_case: 'JIG_AND_FIXTURE',
      },
    },
    {
      ...{ buyer, age: 3, title: 'Flanges for the cooling loop', choice: steel, lines: [['weld-neck-flange', 6]] },
      steps: [
        { at: ago(3), event: 'SUBMIT', by: buyer },
        { at: ago(3), event: 'MATCH' },
      ],
      judged: true,
      fields: { sourcing: 'LINK3D', estimated_delivery_date: until(25), industry_focus: 'Energy' },
    },
    {
      ...{ buyer, age: 4, title: 'Adapter plates, paid by card', choice: powder, lines: [['heat-sink', 4]] },
      asked: [asks(powder, [offer(3, admin, 'SUBMITTED')])],
      steps: [...sent(4, buyer), does(3, 'SUBMIT_QUOTE', admin), answers(0.1, 'PAY', buyer, root)],
      payment: { state: 'WAITING', facility: root, by: buyer.userId, at: ago(0.1) },
      fields: due,
    },
    {
      ...{ buyer, age: 12, title: 'Cable guides', choice: powder, lines: [['pipe-elbow', 8]] },
      asked: [
        asks(powder, [offer(11, planner, 'ACCEPTED', { paidBy: 'CARD', leadTimeDays: 14 })], {
          promised_at: promised(9, 14),
        }),
      ],
      steps: [
        ...sent(12, buyer),
        does(11, 'SUBMIT_QUOTE', planner),
        answers(9.52, 'PAY', buyer, root),
        { at: paidAt, event: 'PAID', of: root },
        does(9, 'ACCEPT_AWARD', planner),
        does(7, 'START_PRODUCTION', planner),
        does(2, 'FINISH_PRINTING', planner),
      ],
      payment: { state: 'PAID', facility: root, by: buyer.userId, at: paidAt },
      fields: { estimated_delivery_date: until(6), industry_focus: 'Robotics' },
    },
    {
      ...{ buyer, age: 14, title: 'Sensor brackets, second source', choice: powder, lines: [['sensor-capsule', 20]] },
      asked: [
        asks(powder, [offer(13, planner, 'REJECTED', { paidBy: 'CARD' })]),
        asks(atSecond(powder), [offer(12.5, lyon, 'SUBMITTED', { factor: 1.08 })]),
      ],
      steps: [
        ...sent(14, buyer),
        does(13, 'SUBMIT_QUOTE', planner),
        does(12.5, 'SUBMIT_QUOTE', lyon),
        answers(12.02, 'PAY', buyer, root),
        { at: ago(12), event: 'PAID', of: root },
        does(11, 'REFUSE_AWARD', planner, 'The machine for it is being repaired.'),
      ],
      payment: { state: 'PAID', facility: root, by: buyer.userId, at: ago(12), refundedAt: ago(10.9) },
      fields: due,
    },
    {
      ...{ buyer, age: 9, title: 'Test weights', choice: steel, lines: [['manifold-block', 2]] },
      asked: [asks(steel, [offer(8, admin, 'REJECTED')]), asks(atSecond(steel))],
      steps: [
        ...sent(9, buyer),
        does(8, 'SUBMIT_QUOTE', admin),
        answers(6, 'REJECT_QUOTE', buyer, root, 'Twice what we had planned.'),
      ],
      fields: due,
    },
    {
      ...{ buyer: engineer, age: 30, title: 'Nozzle rings', choice: steel, lines: [['rocket-nozzle', 3]] },
      asked: [
        asks(steel, [offer(29, admin, 'EXPIRED', { validUntil: ago(8) })]),
        asks(atSecond(steel), [offer(27, lyon, 'SUBMITTED')]),
      ],
      steps: [
        ...sent(30, engineer),
        does(29, 'SUBMIT_QUOTE', admin),
        does(27, 'SUBMIT_QUOTE', lyon),
        system(8, 'TIME_OUT', root),
      ],
      fields: { ...due, quote_due_at: ago(16) },
    },
    {
      ...{ buyer, age: 16, title: 'Pump housings', choice: steel, lines: [['impeller', 4]] },
      asked: [
        asks(steel, [offer(15, admin, 'REJECTED', { factor: 1.2 })]),
        asks(atSecond(steel), [offer(14.5, lyon, 'ACCEPTED', { poNumber: 'PO-4601', leadTimeDays: 25 })], {
          promised_at: promised(12, 25),
        }),
      ],
      steps: [
        ...sent(16, buyer),
        does(15, 'SUBMIT_QUOTE', admin),
        does(14.5, 'SUBMIT_QUOTE', lyon),
        answers(13, 'AWARD', buyer, second, 'PO PO-4601'),
        does(12, 'ACCEPT_AWARD', lyon),
      ],
      fields: { estimated_delivery_date: until(14) },
    },
    internal(18, [], 'Jigs for the assembly cell', 'angle-bracket'),
    internal(20, [does(4, 'CONFIRM_RECEIPT', third)], 'Covers for the demo stand', 'electronics-housing', ago(4)),
    internal(
      28,
      [does(15, 'CONFIRM_RECEIPT', third), does(12, 'COMPLETE', third)],
      'Spacer rings',
      'spur-gear',
      ago(15),
    ),
    made({ age: 46, title: 'Fan blades, pilot series', part: 'turbine-blade', po: 'PO-4401', archived: true }),
    {
      ...made({ age: 40, title: 'Hinges for the control cabinet', part: 'hinge-leaf', po: 'PO-4402', archived: false }),
      claim: { at: ago(3), reason: 'Two of the leaves are warped.' },
    },
    competing(),
    {
      ...{ buyer: engineer, age: 8, title: 'Elbows for the test rig', choice: powder, lines: [['pipe-elbow', 5]] },
      asked: [asks(powder, [offer(7, planner, 'SUBMITTED')])],
      steps: [
        ...sent(8, engineer),
        does(7, 'SUBMIT_QUOTE', planner),
        does(6, 'REQUEST_APPROVAL', engineer),
        does(5, 'REFUSE_APPROVAL', keeper, 'Wait for the new budget.'),
      ],
      approval: {
        ...{ by: engineer.userId, at: ago(6), message: 'We need them before the rig is moved.' },
        refusal: { by: keeper.userId, at: ago(5), reason: 'Wait for the new budget.' },
      },
      fields: due,
    },
    {
      ...{
        buyer: third,
        company: thirdCompanyId,
        age: 11,
        title: 'Confidential housing',
        nda: true,
        choice: atSecond(powder),
      },
      lines: [['electronics-housing', 2]],
      asked: [asks(atSecond(powder))],
      steps: [
        ...sent(11, third),
        { ...does(10, 'UPLOAD_NDA', signer(world, second)) },
        answers(9, 'APPROVE_NDA', third, second),
      ],
      agreement: { facility: second, at: ago(10) },
      fields: due,
    },
  ];

  function made({
    age,
    title,
    part,
    po,
    archived,
  }: {
    age: number;
    title: string;
    part: string;
    po: string;
    archived: boolean;
  }): Draft {
    const received = age - 30;
    return {
      ...{ buyer, age, title, choice: powder, lines: [[part, 8]] },
      asked: [
        asks(
          powder,
          [offer(age - 1, planner, 'ACCEPTED', { poNumber: po, leadTimeDays: 24, validUntil: ago(age - 20) })],
          {
            ...{ promised_at: promised(age - 3, 24), delivered_at: ago(received) },
          },
        ),
      ],
      steps: [
        ...sent(age, buyer),
        does(age - 1, 'SUBMIT_QUOTE', planner),
        answers(age - 2, 'AWARD', buyer, root, `PO ${po}`),
        does(age - 3, 'ACCEPT_AWARD', planner),
        does(age - 8, 'START_PRODUCTION', planner),
        does(age - 16, 'START_INSPECTION', planner),
        does(age - 26, 'SHIP', planner, 'Parcel service.'),
        does(received, 'CONFIRM_RECEIPT', buyer),
        does(received - 2, 'COMPLETE', buyer),
        ...(archived
          ? [does(4, 'ARCHIVE', buyer, 'Project closed.'), does(3, 'ARCHIVE', admin)]
          : [does(3, 'CLAIM', buyer, 'Two of the leaves are warped.')]),
      ],
      fields: { estimated_delivery_date: ago(received + 2) },
    };
  }

  function competing(): Draft {
    const first = offer(8, admin, 'REVISION_REQUESTED', {
      wish: { reason: 'Could you do it two weeks earlier?', neededBy: until(12).toISOString().slice(0, 10) },
    });
    const next = offer(5, admin, 'SUBMITTED', {
      ...{ revision: 2, factor: 0.94, note: 'Ready two weeks earlier with the Express option.' },
      ...{ internalNote: 'Lowest we can go.', charges: [{ name: 'Setup', amount: 4900 }] },
      options: [{ id: 1, name: 'Express', leadTimeDays: 5, priceFactor: 1.2 }],
      breaks: (unitPrice, quantity) => [{ quantity: quantity * 2, unitPrice: Math.round(unitPrice * 0.9) }],
      alternative: { name: 'In another material of the same process', materialId: otherMaterial(), factor: 0.8 },
    });
    return {
      ...{ buyer: engineer, age: 10, title: 'Manifolds, two offers', choice: steel },
      lines: [
        ['manifold-block', 4, { inspection: 'FIRST_ARTICLE' }],
        ['weld-neck-flange', 8],
      ],
      asked: [asks(steel, [first, next]), asks(atSecond(steel), [offer(7, lyon, 'SUBMITTED', { factor: 1.05 })])],
      steps: [
        ...sent(10, engineer),
        does(8, 'SUBMIT_QUOTE', admin),
        does(7, 'SUBMIT_QUOTE', lyon),
        answers(6, 'REQUEST_REVISION', engineer, root, 'Could you do it two weeks earlier?'),
        does(5, 'SUBMIT_QUOTE', admin),
        does(2, 'REQUEST_APPROVAL', engineer),
      ],
      approval: { by: engineer.userId, at: ago(2), message: 'The first offer with Express, please.' },
      fields: { ...due, industry_focus: 'Hydraulics', tags: ['prototype'] },
    };
  }

  function otherMaterial(): number | null {
    return (
      of(root).find(({ process, material }) => process === steel.process && material !== steel.material)?.material ??
      null
    );
  }
  return drafts.map(({ buyer: by, company = buyerCompanyId, age, lines, asked = [], steps = [], ...rest }, index) => ({
    ...rest,
    ...{ key: `further-${index}`, company, createdBy: by.userId, createdAt: ago(age), asked, steps },
    lines: lines.map(([name, quantity, wanted]) => {
      const part = parts.find((each) => each.company === company && each.name === name);
      if (!part) throw new Error(`The demo has no part ${name}.`);
      return { part, quantity, ...(wanted && { wanted }) };
    }),
  }));
}
