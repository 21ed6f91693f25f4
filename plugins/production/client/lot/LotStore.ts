import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import {
  fireBuild,
  lotChanged,
  lotSchema,
  readLot,
  type LotDetail,
  type LotStep,
  type StepEvent,
} from '@sinter/sdk/contract/production/lots';
import { readFloor } from '@sinter/sdk/contract/production/mes';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import type { Doing, Queued } from '../offline/actions.ts';
import { applied } from '../offline/applied.ts';
import { isLost } from '../offline/lost.ts';
import { Offline } from '../offline/Offline.ts';
import { Attach } from './Attach.ts';
import { isEmpty, nothingStaged, stagedSchema, type Answer, type Staged } from './staged.ts';

export type LotHost = Pick<
  PluginHost,
  'api' | 'beforeStop' | 'events' | 'location' | 'navigate' | 'log' | 't' | 'user' | 'opens' | 'flag'
>;
export type Floor = CallResult<typeof readFloor>;
export type BuildEvent = 'START' | 'PAUSE' | 'RESUME' | 'COMPLETE' | 'FAIL';
export interface BuildOutcome {
  reason: string;
  completed: { orderFileId: number; quantity: number }[];
}

/** What is open beside the lot. COMPLETE and FAIL end its build. */
export type Panel = 'split' | 'merge' | 'hold' | 'moves' | 'answers' | 'skip' | 'COMPLETE' | 'FAIL';

/** Which step of a lot was open when it was counted. */
const keptSchema = z.record(z.string(), stagedSchema);

/** A lot, one of its steps, and what is counted there. */
export class LotStore {
  panel: Panel | null = null;
  /** By the position of the step; empty ones are left out. */
  staged: ReadonlyMap<number, Staged> = new Map();
  readonly id: number;
  readonly host: LotHost;
  readonly question: Question<void, LotDetail>;
  readonly offline: Offline;
  readonly attach: Attach;
  readonly floor: Question<void, Floor>;
  readonly firing: Action<[LotStep, StepEvent, string], LotDetail | null>;
  readonly progressing: Action<[LotStep, boolean], LotDetail | null>;
  readonly building: Action<[BuildEvent, BuildOutcome], LotDetail>;
  readonly releasing: Action<[], LotDetail | null>;

  constructor(host: LotHost, id: number) {
    this.id = id;
    this.host = host;
    this.attach = new Attach(host);
    this.offline = new Offline(host, {
      onSent: (lot) => {
        if (lot.id === id) this.show(lot);
      },
    });
    this.question = new Question<void, LotDetail>(host, {
      ask: (_asked, signal) =>
        this.offline.read(
          `lot.${id}`,
          () => host.api.call(readLot, { params: { id } }, { signal }),
          (kept) => lotSchema.safeParse(kept).data,
          // What is export controlled stays on no device.
          (lot) => (lot.controlled ? null : lot),
        ),
      failed: 'a lot could not be loaded',
      refreshOn: [on(lotChanged, ({ lotId }) => lotId === id)],
    });
    this.floor = new Question<void, Floor>(host, {
      ask: (_asked, signal) =>
        this.offline.read(
          'floor',
          () => host.api.call(readFloor, {}, { signal }),
          (kept) => readFloor.response.safeParse(kept).data,
        ),
      failed: 'the reasons could not be loaded',
    });
    const changes = {
      onDone: (lot: LotDetail | null) => {
        if (lot) this.show(lot);
        this.open(null);
      },
      onFailed: () => this.question.refresh(),
    };
    this.firing = new Action<[LotStep, StepEvent, string], LotDetail | null>(host, {
      ...changes,
      run: ({ position }, event, reason) => this.act({ kind: 'EVENT', position, event, reason }),
      failed: 'a step was not moved',
    });
    this.progressing = new Action<[LotStep, boolean], LotDetail | null>(host, {
      run: async ({ position }, finish) => {
        const { eventId, sent, checks, ...counts } = this.stagedAt(position);
        const answers = Object.entries(checks).map(([key, value]) => ({ key, value }));
        const ends = sent?.finish ?? finish;
        return this.act({ kind: 'PROGRESS', position, ...counts, checks: answers, finish: ends }, eventId);
      },
      onDone: (lot, { position }) => {
        this.#stage(position, null);
        if (lot) this.show(lot);
      },
      onFailed: (error, { position }, finish) => {
        const staged = this.stagedAt(position);
        this.#stage(position, { ...staged, sent: isLost(error) ? (staged.sent ?? { finish }) : null });
        this.question.refresh();
      },
      failed: 'what was counted was not taken',
    });
    this.building = new Action<[BuildEvent, BuildOutcome], LotDetail>(host, {
      ...changes,
      run: (event, outcome) =>
        this.offline.kiosk.act(({ kiosk }) =>
          host.api.call(fireBuild, { params: { id }, body: { eventId: newId(), kiosk, event, ...outcome } }),
        ),
      failed: 'a build was not moved',
    });
    this.releasing = new Action(host, {
      ...changes,
      run: () => this.act({ kind: 'HOLD', hold: false, reason: '' }),
      failed: 'a lot was not released',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      keepEntered(this.host, {
        what: `production.lot.${this.id}`,
        schema: keptSchema,
        entered: () => (this.staged.size > 0 ? Object.fromEntries(this.staged) : null),
        restore: (kept) => {
          this.staged = new Map(Object.entries(kept).map(([position, staged]) => [Number(position), staged]));
        },
      }),
      this.offline.start(),
      this.question.start(),
      this.floor.start(),
    );
  }

  /** As the server has it, with what waits on the device. */
  get lot(): LotDetail | null {
    const { answer } = this.question;
    const { firstName, lastName } = this.host.user;
    return (
      answer &&
      applied(answer, this.offline.of(this.id), {
        streaming: this.floor.answer?.lotStreaming ?? false,
        autoAdvance: this.floor.answer?.autoAdvance ?? false,
        me: `${firstName} ${lastName}`.trim(),
        skips: this.offline.skips,
      })
    );
  }

  /** What was asked and answered there can be read. */
  get asksLists(): boolean {
    return this.host.flag('CHECKLIST');
  }

  /** Why a press was refused; `null`: nothing was. */
  get problem(): string | null {
    return this.progressing.problem ?? this.firing.problem ?? this.building.problem;
  }

  get busy(): boolean {
    return this.progressing.busy || this.firing.busy || this.building.busy;
  }

  stagedAt(position: number): Staged {
    return this.staged.get(position) ?? nothingStaged();
  }

  open(panel: Panel | null): void {
    this.panel = panel;
  }

  stage(position: number, change: Partial<Omit<Staged, 'eventId' | 'sent'>>): void {
    const staged = this.stagedAt(position);
    if (staged.sent || this.progressing.busy) return;
    this.#stage(position, { ...staged, ...change });
  }

  /** `null` takes the answer back. */
  answer(position: number, key: string, value: Answer | null): void {
    const others = Object.entries(this.stagedAt(position).checks).filter(([each]) => each !== key);
    this.stage(position, { checks: Object.fromEntries(value === null ? others : [...others, [key, value]]) });
  }

  discard(position: number): void {
    this.progressing.forgive();
    if (!this.stagedAt(position).sent) this.#stage(position, null);
  }

  async fire(step: LotStep, event: StepEvent, reason = ''): Promise<void> {
    this.#forgive();
    await this.firing.run(step, event, reason);
  }

  async progress(step: LotStep, finish: boolean): Promise<void> {
    this.#forgive();
    await this.progressing.run(step, finish);
  }

  async build(event: BuildEvent, outcome: BuildOutcome = { reason: '', completed: [] }): Promise<void> {
    this.#forgive();
    await this.building.run(event, outcome);
  }

  /** `null`: it waits on the device until the server is there again. */
  act(doing: Doing, eventId: string = newId()): Promise<LotDetail | null> {
    return this.offline.act({ id: eventId, lotId: this.id, lot: this.lot?.number, doing });
  }

  /** A refused count is put down again, to be changed and committed anew. */
  async recount(action: Queued): Promise<void> {
    const { doing } = action;
    if (doing.kind !== 'PROGRESS') return;
    const { kind: _kind, position, finish: _finish, checks, ...counts } = doing;
    const answers = Object.fromEntries(checks.map(({ key, value }) => [key, value]));
    this.#stage(position, { ...counts, checks: answers, eventId: newId(), sent: null });
    await this.offline.drop(action);
  }

  show(lot: LotDetail): void {
    if (lot.id === this.id) this.question.put(lot);
    else this.question.refresh();
  }

  #forgive(): void {
    for (const action of [this.firing, this.progressing, this.building]) action.forgive();
  }

  #stage(position: number, staged: Staged | null): void {
    const others = [...this.staged].filter(([each]) => each !== position);
    this.staged = new Map(staged === null || isEmpty(staged) ? others : [...others, [position, staged]]);
  }
}

/** The step that an address names, else the one that is worked on, else the first that waits, else the last. */
export function chosenStep({ steps }: LotDetail, search: string): LotStep | undefined {
  const named = new URLSearchParams(search).get('step');
  const active = ['IN_PROGRESS', 'PAUSED', 'ON_HOLD', 'READY'].map((status) =>
    steps.find((step) => step.status === status),
  );
  return (
    steps.find(({ position }) => String(position) === named) ??
    active.find((step) => step !== undefined) ??
    steps.find(({ status }) => status === 'NOT_READY') ??
    steps.at(-1)
  );
}
