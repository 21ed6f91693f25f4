import { answerGate, overrideGate, readGate, type GateState } from '@sinter/sdk/contract/production/checklists';
import type { GateSubject } from '@sinter/sdk/contract/production/gates';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { kioskOf } from '../kiosk/Kiosk.ts';
import { Attach, type Attaching } from '../lot/Attach.ts';
import type { Answer } from '../lot/staged.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;
type List = GateState['checklists'][number];
type Item = List['items'][number];

/** The checklists that stand before something, and what is entered into them. */
export class GateStore {
  readonly question: Question<void, GateState>;
  readonly saving: Action<[], GateState>;
  readonly overriding: Action<[string], GateState>;
  /** By list and item. `null`: the answer is taken back. */
  entered: ReadonlyMap<string, Answer | null> = new Map();
  readonly me: string;
  readonly attaching: Attaching;

  constructor(host: Host, params: GateSubject, done: (passed: boolean) => void) {
    const { api, user } = host;
    const { gate, ...at } = params;
    this.attaching = { attach: new Attach(host), place: { place: gate, ...at } };
    this.me = `${user.firstName} ${user.lastName}`.trim();
    this.question = new Question<void, GateState>(host, {
      ask: (_, signal) => api.call(readGate, { params }, { signal }),
      failed: 'a checklist could not be read',
    });
    const passes = (state: GateState) => {
      this.entered = new Map();
      this.question.put(state);
      if (state.open === 0) done(true);
    };
    this.saving = new Action<[], GateState>(host, {
      run: () =>
        kioskOf(host).act(({ kiosk }) => api.call(answerGate, { params, body: { kiosk, answers: this.#answers } })),
      onDone: passes,
      onFailed: () => this.question.refresh(),
      failed: 'a checklist was not answered',
    });
    this.overriding = new Action<[string], GateState>(host, {
      run: async (reason) => {
        if (this.entered.size > 0) await api.call(answerGate, { params, body: { answers: this.#answers } });
        return api.call(overrideGate, { params, body: { reason } });
      },
      onDone: passes,
      onFailed: () => this.question.refresh(),
      failed: 'a checklist was not overridden',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  get state(): GateState | null {
    return this.question.answer;
  }

  get busy(): boolean {
    return this.saving.busy || this.overriding.busy;
  }

  /** Required items that would be open after what is entered was saved, and are not overridden. */
  get left(): number {
    const { checklists = [], open = 0 } = this.state ?? {};
    const change = checklists.flatMap((list) =>
      list.items.map((item) => {
        const entered = this.entered.get(keyOf(list, item));
        if (!item.required || entered === undefined) return 0;
        return (entered === null ? 1 : 0) - (item.value === null ? 1 : 0);
      }),
    );
    return change.reduce((sum: number, each) => sum + each, open);
  }

  valueOf(list: List, item: Item): Answer | null {
    const entered = this.entered.get(keyOf(list, item));
    return entered === undefined ? item.value : entered;
  }

  enter(list: List, item: Item, value: Answer | null): void {
    const others = [...this.entered].filter(([key]) => key !== keyOf(list, item));
    this.entered = new Map(value === item.value ? others : [...others, [keyOf(list, item), value]]);
  }

  get #answers() {
    return (this.state?.checklists ?? []).flatMap((list) =>
      list.items.flatMap((item) => {
        const value = this.entered.get(keyOf(list, item));
        return value === undefined ? [] : [{ checklistId: list.id, version: list.version, key: item.key, value }];
      }),
    );
  }
}

const keyOf = ({ id, version }: List, { key }: Item): string => `${id} ${version} ${key}`;
