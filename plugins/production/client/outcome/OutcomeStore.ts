import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import {
  buildMarked,
  markObjects,
  readObjects,
  type BuildObject,
  type BuildObjects,
  type ObjectMark,
  type Outcome,
} from '@sinter/sdk/contract/production/outcome';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together, Undo } from '@sinter/sdk/state';
import { kioskOf } from '../kiosk/Kiosk.ts';

export type OutcomeHost = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;
export type Shown = 'ALL' | 'OPEN' | 'FAILED';

interface Done {
  /** What was marked, and how it stood before. */
  count: number;
  outcome: Outcome | null;
  before: ObjectMark[];
}

export const keyOf = ({ orderFileId, copy }: Pick<BuildObject, 'orderFileId' | 'copy'>): string =>
  `${orderFileId} ${copy}`;

/** The objects of a build: which are chosen, and what people mark them as. */
export class OutcomeStore {
  chosen: ReadonlySet<string> = new Set();
  /** Asks why the chosen ones failed. */
  asks = false;
  shown: Shown = 'ALL';
  /** Of which part; `null`: of all. */
  part: number | null = null;
  /** Objects that begin above it are not drawn, mm; `null`: all are. */
  upTo: number | null = null;
  readonly jobId: number;
  readonly question: Question<void, BuildObjects>;
  readonly marking: Action<[string, Outcome | null, readonly BuildObject[], string], BuildObjects>;
  readonly undo: Undo<Done>;

  constructor(host: OutcomeHost, jobId: number) {
    this.jobId = jobId;
    this.question = new Question<void, BuildObjects>(host, {
      ask: (_asked, signal) => host.api.call(readObjects, { params: { id: jobId }, query: {} }, { signal }),
      failed: 'the objects of a build could not be loaded',
      refreshOn: [
        on(buildMarked, (marked) => marked.jobId === jobId),
        on(jobChanged, (changed) => changed.jobId === jobId),
      ],
    });
    const send = (eventId: string, marks: ObjectMark[]): Promise<BuildObjects> =>
      kioskOf(host).act(({ kiosk, device }) =>
        host.api.call(markObjects, {
          params: { id: jobId },
          body: { eventId, kiosk, device, seen: this.question.answer?.version ?? 0, marks },
        }),
      );
    this.marking = new Action<[string, Outcome | null, readonly BuildObject[], string], BuildObjects>(host, {
      run: (eventId, outcome, objects, reason) =>
        send(eventId, grouped(objects.map((object) => ({ ...object, outcome, reason })))),
      onDone: (answer, _eventId, outcome, objects) => {
        this.question.put(answer);
        this.chosen = new Set();
        this.asks = false;
        this.undo.offer({ count: objects.length, outcome, before: grouped(objects) });
      },
      onFailed: () => this.question.refresh(),
      failed: 'objects were not marked',
    });
    this.undo = new Undo<Done>(host, {
      run: async ({ before }) => this.question.put(await send(newId(), before)),
      failed: 'marks were not taken back',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.question.start(), this.undo.follow());
  }

  /** How many good pieces of a part the marks leave; `most` where nothing says otherwise. */
  boundsOf(orderFileId: number, quantity: number, most: number): { least: number; most: number } {
    const part = this.question.answer?.parts.find((each) => each.orderFileId === orderFileId);
    if (!part) return { least: 0, most };
    return { least: part.good, most: part.failed > 0 ? quantity - part.failed : most };
  }

  get objects(): readonly BuildObject[] {
    return this.question.answer?.objects ?? [];
  }

  get open(): readonly BuildObject[] {
    return this.objects.filter(({ outcome }) => outcome === null);
  }

  /** What the list shows. */
  get listed(): readonly BuildObject[] {
    return this.objects.filter(
      ({ orderFileId, outcome }) =>
        (this.part === null || orderFileId === this.part) &&
        (this.shown === 'ALL' || (this.shown === 'OPEN' ? outcome === null : outcome === 'FAILED')),
    );
  }

  /** What the picture shows, what lies highest last. */
  get drawn(): readonly BuildObject[] {
    const { upTo } = this;
    return this.objects
      .filter(({ outline, heightMm }) => outline && (upTo === null || (heightMm?.[0] ?? 0) <= upTo))
      .toSorted((one, other) => (one.heightMm?.[1] ?? 0) - (other.heightMm?.[1] ?? 0));
  }

  /** The highest bottom of an object, where some lie above others; `null`: all stand on the plate. */
  get highest(): number | null {
    const bottoms = this.objects.flatMap(({ heightMm }) => heightMm?.[0] ?? []);
    const most = Math.max(0, ...bottoms);
    return most - Math.min(most, ...bottoms) > 1 ? most : null;
  }

  get marks(): readonly BuildObject[] {
    return this.objects.filter((object) => this.chosen.has(keyOf(object)));
  }

  toggle(object: BuildObject): void {
    if (!this.question.answer?.mayMark) return;
    const chosen = new Set(this.chosen);
    if (!chosen.delete(keyOf(object))) chosen.add(keyOf(object));
    this.#choose(chosen);
  }

  /** All that the list shows. */
  chooseListed(): void {
    this.#choose(new Set(this.listed.map(keyOf)));
  }

  chooseNone(): void {
    this.#choose(new Set());
  }

  ask(asks: boolean): void {
    this.asks = asks;
  }

  show(shown: Shown): void {
    this.shown = shown;
  }

  showPart(part: number | null): void {
    this.part = part;
  }

  showUpTo(height: number | null): void {
    this.upTo = height;
  }

  async mark(outcome: Outcome | null, reason = '', objects: readonly BuildObject[] = this.marks): Promise<void> {
    if (objects.length > 0) await this.marking.run(newId(), outcome, objects, reason);
  }

  #choose(chosen: ReadonlySet<string>): void {
    this.chosen = chosen;
    this.asks = false;
    this.marking.forgive();
  }
}

/** Objects that are marked alike go in one. */
function grouped(objects: readonly Pick<BuildObject, 'orderFileId' | 'copy' | 'outcome' | 'reason'>[]): ObjectMark[] {
  const groups = new Map<string, ObjectMark>();
  for (const { orderFileId, copy, outcome, reason } of objects) {
    const key = JSON.stringify([orderFileId, outcome, reason]);
    const group = groups.get(key) ?? { orderFileId, copies: [], outcome, reason };
    groups.set(key, { ...group, copies: [...group.copies, copy] });
  }
  return [...groups.values()];
}
