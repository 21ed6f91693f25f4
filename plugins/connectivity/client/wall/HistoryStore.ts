import { machineAlarmRaised, machineStateChanged, readTimeline } from '@sinter/sdk/contract/connectivity/machines';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';

export type Timeline = CallResult<typeof readTimeline>;

/** What one machine did in the last day. */
export class HistoryStore {
  readonly timeline: Question<void, Timeline>;

  constructor({ api, ...host }: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    const mine = ({ machineId }: { machineId: number }) => machineId === id;
    this.timeline = new Question<void, Timeline>(host, {
      ask: (_, signal) => api.call(readTimeline, { params: { id }, query: {} }, { signal }),
      failed: 'the history of a machine could not be loaded',
      refreshOn: [on(machineStateChanged, mine), on(machineAlarmRaised, mine)],
    });
  }

  start(): Dispose {
    return this.timeline.start();
  }
}
