import { passNcrGate, qualityGateSchema } from '@sinter/sdk/contract/quality/gates';
import type { Dispose, PluginHost, RefusedAt } from '@sinter/sdk/plugin';
import { Action } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log'>;

/** A person says that something goes on in spite of open non-conformances. */
export class NcrGateStore {
  readonly passing: Action<[], { passed: number }>;

  constructor(
    host: Host,
    { gate, subjectId, position }: RefusedAt,
    ncrs: readonly { id: number }[],
    done: (passed: boolean) => void,
  ) {
    this.passing = new Action<[], { passed: number }>(host, {
      run: () => {
        const at = { gate: qualityGateSchema.parse(gate), subjectId, position };
        return host.api.call(passNcrGate, { body: { ...at, ncrIds: ncrs.map(({ id }) => id) } });
      },
      onDone: () => done(true),
      failed: 'it was not said that it goes on',
    });
  }

  start(): Dispose {
    return () => undefined;
  }
}
