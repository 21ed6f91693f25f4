import type { CallResult } from '@sinter/sdk/contract/call';
import { handOver } from '@sinter/sdk/contract/host/handOver';
import { giveStartPin, readMemberPin, takePin, type PinState } from '@sinter/sdk/contract/production/kiosk';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';
import { workCenterPath } from '../paths.ts';
import { nameDevice } from './device.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** What kiosks know of somebody of the team: their PIN, or that they are one. */
export class MemberPinStore {
  readonly question: Question<void, CallResult<typeof readMemberPin>>;
  readonly giving: Action<[], { pin: string }>;
  readonly taking: Action<[], { state: PinState }>;
  readonly handing: Action<[string]>;
  /** Shown once, to be told to the person. */
  startPin: string | null = null;

  constructor(host: Host, userId: number) {
    const params = { userId };
    this.question = new Question<void, CallResult<typeof readMemberPin>>(host, {
      ask: (_asked, signal) => host.api.call(readMemberPin, { params }, { signal }),
      failed: 'whether somebody has a PIN could not be read',
    });
    this.giving = new Action<[], { pin: string }>(host, {
      run: () => host.api.call(giveStartPin, { params }),
      onDone: ({ pin }) => {
        this.startPin = pin;
        this.question.refresh();
      },
      failed: 'a start PIN was not given',
    });
    this.taking = new Action<[], { state: PinState }>(host, {
      run: () => host.api.call(takePin, { params }),
      onDone: () => {
        this.startPin = null;
        this.question.refresh();
      },
      failed: 'a PIN was not taken away',
    });
    this.handing = new Action<[string]>(host, {
      run: async (name) => {
        await host.api.call(handOver, { params });
        nameDevice(name.trim());
      },
      // Another account is signed in: nothing of this page is theirs.
      onDone: () => globalThis.location.assign(workCenterPath),
      failed: 'this device was not set up as a kiosk',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  get problem(): string | null {
    return this.giving.problem ?? this.taking.problem ?? this.handing.problem;
  }
}
