import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import type { ChosenPart } from './chosenPart.ts';

interface Asked {
  files: CallInput<typeof estimatePrice>['body']['files'];
  /** The machine that was chosen. */
  equipmentId: number | undefined;
  /** Hears the answer. */
  told: (hours: number | null) => void;
}

/** How long parts take to build, as their prices are estimated. */
export class BuildEstimate {
  readonly #question: Question<Asked, CallResult<typeof estimatePrice>>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#question = new Question<Asked, CallResult<typeof estimatePrice>>(host, {
      ask: ({ files, equipmentId }, signal) =>
        host.api.call(estimatePrice, { body: { files, equipmentId } }, { signal }),
      failed: 'the build time could not be estimated',
      onAnswer: (_answer, { told }) => told(this.hours),
    });
    makeStore(this);
  }

  /** Rounded up; `null` while it is not known. */
  get hours(): number | null {
    const { state, answer } = this.#question;
    if (state !== 'answered' || !answer) return null;
    return Math.max(Math.ceil(answer.files.reduce((sum, { buildHours }) => sum + buildHours, 0)), 1);
  }

  dispose(): void {
    this.#question.stop();
  }

  /** `told` hears the answer; `null` at once where there is nothing to estimate. */
  ask(chosen: readonly ChosenPart[], equipmentId: number | null, told: (hours: number | null) => void): void {
    const files = chosen.flatMap(({ fileId, materials, process, quantity }) => {
      const materialId = materials[0]?.id;
      return materialId === undefined || quantity < 1
        ? []
        : [{ fileId, materialId, amProcessId: process.id, quantity }];
    });
    if (files.length > 0) return this.#question.ask({ files, equipmentId: equipmentId ?? undefined, told });
    this.#question.clear();
    told(null);
  }
}
