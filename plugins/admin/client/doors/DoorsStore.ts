import type { CallResult } from '@sinter/sdk/contract/call';
import { addFrontDoor, checkFrontDoor, deleteFrontDoor, listFrontDoors } from '@sinter/sdk/contract/host/frontDoors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

export type DoorsView = CallResult<typeof listFrontDoors>;
export type FrontDoor = DoorsView['doors'][number];
type Host = Pick<PluginHost, 'api' | 'log'>;

/** The addresses under which people see this enterprise. */
export class DoorsStore {
  adding = false;
  /** Somebody is asked whether to remove it. */
  asked: FrontDoor | null = null;
  readonly view: Question<void, DoorsView>;
  readonly checking: Action<[FrontDoor], FrontDoor>;
  readonly removing: Action<[FrontDoor], unknown>;
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.view = new Question<void, DoorsView>(host, {
      ask: (_asked, signal) => host.api.call(listFrontDoors, {}, { signal }),
      failed: 'the addresses could not be read',
    });
    this.checking = new Action<[FrontDoor], FrontDoor>(host, {
      run: ({ id }) => host.api.call(checkFrontDoor, { params: { id } }),
      failed: 'an address could not be checked',
      onDone: () => this.view.retry(),
    });
    this.removing = new Action<[FrontDoor], unknown>(host, {
      run: ({ id }) => host.api.call(deleteFrontDoor, { params: { id } }),
      failed: 'an address could not be removed',
      onDone: () => this.view.retry(),
    });
    makeStore(this);
  }

  get error(): unknown {
    return this.view.error ?? this.checking.error ?? this.removing.error;
  }

  start(): Dispose {
    return this.view.start();
  }

  retry(): void {
    this.checking.forgive();
    this.removing.forgive();
    this.view.retry();
  }

  setAdding(adding: boolean): void {
    this.adding = adding;
  }

  ask(door: FrontDoor): void {
    this.asked = door;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.removing.run(asked);
  }

  /** Throws what the server says. */
  async add(domain: string): Promise<void> {
    await this.#host.api.call(addFrontDoor, { body: { domain } });
    this.adding = false;
    this.view.retry();
  }
}
