import type { CapaEvent, CapaMissing } from '@sinter/sdk/contract/quality/capas';
import type { CapaTaskKind } from '@sinter/sdk/contract/quality/capaTemplates';
import type { CapaStatus } from '@sinter/sdk/contract/quality/capaStatus';

/** What the next step asks of it. */
export interface CapaFacts {
  hasOwner: boolean;
  hasProblem: boolean;
  hasRootCause: boolean;
  tasks: readonly { kind: CapaTaskKind; done: boolean; ownerId: number | null }[];
  /** When its effect is looked at has come. */
  checkDue: boolean;
}

interface CapaTransition {
  event: CapaEvent;
  from: CapaStatus;
  to: CapaStatus;
  /** What is missing for `userId` to make it happen. */
  missing: (facts: CapaFacts, userId: number) => readonly (CapaMissing | false)[];
}

const openTasks = ({ tasks }: CapaFacts, ofVerification: boolean): boolean =>
  tasks.some(({ kind, done }) => !done && (kind === 'VERIFICATION') === ofVerification);

/** From a draft to the proof that it had an effect (product 2, CAPA). */
export const capaTransitions: readonly CapaTransition[] = [
  {
    event: 'OPEN',
    from: 'DRAFT',
    to: 'OPEN',
    missing: ({ hasOwner, hasProblem }) => [!hasProblem && 'PROBLEM', !hasOwner && 'OWNER'],
  },
  { event: 'BEGIN', from: 'OPEN', to: 'IN_PROGRESS', missing: ({ tasks }) => [tasks.length === 0 && 'TASKS'] },
  {
    event: 'VERIFY',
    from: 'IN_PROGRESS',
    to: 'VERIFICATION',
    missing: (facts) => [!facts.hasRootCause && 'ROOT_CAUSE', openTasks(facts, false) && 'OPEN_TASKS'],
  },
  { event: 'FAIL', from: 'VERIFICATION', to: 'IN_PROGRESS', missing: () => [] },
  {
    event: 'CLOSE',
    from: 'VERIFICATION',
    to: 'CLOSED',
    missing: (facts, userId) => [
      openTasks(facts, true) && 'OPEN_TASKS',
      !facts.checkDue && 'NOT_YET',
      // Who did the work does not judge it.
      facts.tasks.some(({ ownerId }) => ownerId === userId) && 'OWN_TASK',
    ],
  },
];

/** What may be done in a status, as far as the status goes. */
export const eventsFrom = (status: CapaStatus): CapaEvent[] =>
  capaTransitions.filter(({ from }) => from === status).map(({ event }) => event);

/** What stands in the way of an event; empty: nothing. */
export const missingFor = (event: CapaEvent, facts: CapaFacts, userId: number): CapaMissing[] =>
  capaTransitions
    .filter((each) => each.event === event)
    .flatMap(({ missing }) => missing(facts, userId))
    .filter((each) => each !== false);
