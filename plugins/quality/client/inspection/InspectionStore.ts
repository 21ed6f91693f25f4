import * as z from 'zod';
import { isKiosk } from '@sinter/sdk/auth';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { Characteristic } from '@sinter/sdk/contract/quality/inspectionPlans';
import {
  finishInspection,
  inspectionChanged,
  inspectionReport,
  measure,
  readInspection,
  resumeInspection,
  voidInspection,
  type Inspection,
  type Reading,
  type TakenReadings,
} from '@sinter/sdk/contract/quality/inspections';
import { kioskDevice, type DoneBy } from '@sinter/sdk/contract/production/kioskDevice';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { conforms, numberIn, type Value } from '../../shared/inspection/judge.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'get' | 'log' | 'beforeStop' | 'user'>;

/** What is typed and not sent yet: by sample and characteristic; of attributes `true` or `false`. */
const typedSchema = z.record(z.string(), z.string());
const cellOf = (sample: number, key: string): string => `${sample} ${key}`;

export interface NewReading {
  sample: number;
  key: string;
  value: Value;
}

/** One inspection: one sample after the other is measured. */
export class InspectionStore {
  readonly question: Question<void, Inspection>;
  readonly saving: Action<[readonly NewReading[]], TakenReadings>;
  readonly finishing: Action<[boolean], Inspection>;
  readonly voiding: Action<[string], Inspection>;
  typed: Readonly<Record<string, string>> = {};
  sample = 1;
  readonly resuming: Action<[string], Inspection>;
  readonly #host: Host;
  readonly #id: number;
  /** The same for each retry of the same values; others are another request. */
  #sent = { said: '', eventId: newId() };
  readonly #finishId = newId();
  /** Requests of this screen. */
  readonly #own = new Set<string>();

  constructor(host: Host, id: number) {
    this.#host = host;
    this.#id = id;
    const { api } = host;
    const params = { id };
    // Only at a kiosk somebody has to say who they are: nobody else waits for who asks them.
    const act = <T>(work: (by: DoneBy) => Promise<T>): Promise<T> =>
      isKiosk(host.user) ? host.get(kioskDevice).act(work) : work({});
    this.question = new Question<void, Inspection>(host, {
      ask: (_, signal) => api.call(readInspection, { params }, { signal }),
      failed: 'the inspection could not be read',
      refreshOn: [
        // What this screen sent it shows already.
        on(
          inspectionChanged,
          ({ inspectionId, measuredBy }) => inspectionId === id && !this.#own.has(measuredBy ?? ''),
        ),
        on(reconnected),
      ],
    });
    const onDone = (inspection: Inspection) => this.question.put(inspection);
    this.saving = new Action<[readonly NewReading[]], TakenReadings>(host, {
      run: (readings) =>
        act(({ device = navigator.platform, kiosk }) =>
          api.call(measure, {
            params,
            body: { eventId: this.#eventIdOf(readings), device, kiosk, readings: [...readings] },
          }),
        ),
      onDone: (taken) => {
        this.#sent = { said: '', eventId: newId() };
        this.take(taken);
      },
      failed: 'the values were not kept',
      toast: true,
    });
    this.finishing = new Action<[boolean], Inspection>(host, {
      run: (raise) =>
        act(({ kiosk }) => api.call(finishInspection, { params, body: { eventId: this.#finishId, kiosk, raise } })),
      onDone,
      failed: 'the inspection was not finished',
      toast: true,
    });
    this.voiding = new Action<[string], Inspection>(host, {
      run: (reason) => api.call(voidInspection, { params, body: { reason } }),
      onDone,
      failed: 'the inspection was not given up',
      toast: true,
    });
    this.resuming = new Action<[string], Inspection>(host, {
      run: (reason) => api.call(resumeInspection, { params, body: { reason } }),
      onDone,
      failed: 'inspection was not resumed',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(
      this.question.start(),
      keepEntered(this.#host, {
        what: `quality.inspection.${this.#id}`,
        schema: typedSchema,
        entered: () => (Object.keys(this.typed).length === 0 ? null : this.typed),
        restore: (typed) => this.restore(typed),
      }),
    );
  }

  restore(typed: Readonly<Record<string, string>>): void {
    this.typed = typed;
  }

  /** What was added is what counts at its cells. */
  take({ readings, ...now }: TakenReadings): void {
    const { answer } = this.question;
    if (!answer) return;
    const cells = new Set(readings.map(({ sample, key }) => cellOf(sample, key)));
    const others = answer.readings.filter(({ sample, key }) => !cells.has(cellOf(sample, key)));
    this.question.put({ ...answer, ...now, readings: [...others, ...readings] });
  }

  show(sample: number): void {
    this.sample = sample;
  }

  type(key: string, text: string | null): void {
    const { [cellOf(this.sample, key)]: _gone, ...others } = this.typed;
    this.typed = text === null ? others : { ...others, [cellOf(this.sample, key)]: text };
  }

  typedAt(key: string): string | undefined {
    return this.typed[cellOf(this.sample, key)];
  }

  readingAt(key: string): Reading | undefined {
    return this.question.answer?.readings.find((each) => each.sample === this.sample && each.key === key);
  }

  /** What is there now, sent or not; `null`: nothing, or no number. */
  valueAt({ key, kind }: Characteristic): Value | null {
    const typed = this.typedAt(key);
    if (typed === undefined) return this.readingAt(key)?.value ?? null;
    return kind === 'ATTRIBUTE' ? typed === 'true' : numberIn(typed);
  }

  /** As the server judges it. */
  judged(characteristic: Characteristic): boolean | null {
    const value = this.valueAt(characteristic);
    return value === null ? null : conforms(characteristic, value);
  }

  /** Typed at this sample and understood. */
  get staged(): NewReading[] {
    const { sample } = this;
    return (this.question.answer?.characteristics ?? []).flatMap((characteristic) => {
      const value = this.typedAt(characteristic.key) === undefined ? null : this.valueAt(characteristic);
      return value === null ? [] : [{ sample, key: characteristic.key, value }];
    });
  }

  /**
   * Sends what was typed at this sample, and shows the next one meanwhile: who types on means that one. Where it was not kept,
   * the sample is shown again, unless something was typed since.
   */
  async keep(): Promise<boolean> {
    const { staged, sample, typed, saving } = this;
    if (staged.length > 0 && saving.busy) return false;
    const next = Math.min(sample + 1, this.question.answer?.samples ?? 1);
    this.show(next);
    if (staged.length === 0) return true;
    const done = await saving.run(staged);
    if (done) this.kept(staged, typed);
    else if (this.sample === next && this.staged.length === 0) this.show(sample);
    return done;
  }

  /** What was corrected while it was sent stays. */
  kept(staged: readonly NewReading[], before: Readonly<Record<string, string>>): void {
    const sent = new Set(staged.map((each) => cellOf(each.sample, each.key)));
    this.typed = Object.fromEntries(
      Object.entries(this.typed).filter(([cell, text]) => !sent.has(cell) || text !== before[cell]),
    );
  }

  #eventIdOf(readings: readonly NewReading[]): string {
    const said = JSON.stringify(readings);
    if (said !== this.#sent.said) this.#sent = { said, eventId: newId() };
    this.#own.add(this.#sent.eventId);
    return this.#sent.eventId;
  }

  get report(): string {
    return this.#host.api.href(inspectionReport, { params: { id: this.#id }, query: {} });
  }
}
