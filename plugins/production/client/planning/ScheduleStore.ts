import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { schedulePlannedBuild, type PlannedBuild, type PlannedDetail } from '@sinter/sdk/contract/production/planning';
import { readCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { nextSlot } from '@sinter/sdk/contract/scheduling/jobs';
import { say } from '@sinter/sdk/i18n/said';
import { newId, type Dispose } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import type { PlanningStore } from './PlanningStore.ts';

type Slot = CallResult<typeof nextSlot>;

/** A planned build on its way to the schedule: how long it takes, and when its machine is free for that. */
export class ScheduleStore {
  name: string;
  hours: string;
  readonly slot: Question<number, Slot>;
  /** IANA name of the facility's zone. */
  readonly zone: Question<void, string>;
  readonly saving: Action<[], PlannedDetail>;
  readonly #eventId = newId();

  constructor({ host, renew, show }: PlanningStore, build: PlannedBuild) {
    this.name = build.name;
    const hours = build.arrangement?.current ? build.arrangement.hours : null;
    this.hours = hours === null ? '' : String(Math.max(1, Math.ceil(hours)));
    this.slot = new Question<number, Slot>(host, {
      ask: (totalHours, signal) => {
        const query = { equipment: build.machine.id, totalHours, material: build.material.id };
        return host.api.call(nextSlot, { query }, { signal });
      },
      failed: 'the next slot could not be asked',
      debounceMs: 250,
    });
    this.zone = new Question<void, string>(host, {
      ask: async (_asked, signal) => (await host.api.call(readCalendar, {}, { signal })).timeZone,
      failed: 'the time zone of the facility could not be loaded',
    });
    this.saving = new Action<[], PlannedDetail>(host, {
      run: () => {
        const { fromDate, toDate } = this.slot.answer ?? {};
        const body = {
          ...{ version: build.version, eventId: this.#eventId, jobName: this.name.trim() },
          ...{ fromDate: fromDate ?? '', toDate: toDate ?? '' },
        };
        return host.api.call(schedulePlannedBuild, { params: { id: build.id }, body });
      },
      onDone: () => {
        renew();
        show(null);
      },
      onFailed: (error) => {
        renew();
        if (error instanceof CallError && error.code === 'SLOT_TAKEN') this.slot.refresh();
      },
      failed: 'a planned build was not scheduled',
    });
    makeStore(this);
  }

  start(): Dispose {
    this.#ask();
    return together(this.slot.follow(), this.zone.start());
  }

  get ready(): boolean {
    const { slot } = this;
    return (
      this.name.trim() !== '' && this.wanted !== null && slot.state === 'answered' && slot.answer?.fromDate != null
    );
  }

  get wanted(): number | null {
    const hours = Number(this.hours);
    return Number.isInteger(hours) && hours >= 1 && hours <= 8760 ? hours : null;
  }

  /** Why there is no slot. */
  get without(): string | null {
    const { reason, said } = this.slot.answer ?? {};
    return reason === undefined ? null : say(reason, said);
  }

  setName(name: string): void {
    this.name = name;
  }

  setHours(hours: string): void {
    this.hours = hours.replace(/\D/g, '').slice(0, 4);
    this.#ask();
  }

  #ask(): void {
    if (this.wanted === null) this.slot.clear();
    else this.slot.ask(this.wanted);
  }
}
