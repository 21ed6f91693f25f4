import type { CallResult } from '@sinter/sdk/contract/call';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import {
  backTestPricing,
  pricingKind,
  pricingRulesSchema,
  readPricing,
  type PricingRules,
} from '@sinter/sdk/contract/orders/pricing';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { factsOf } from './rulesFacts.ts';

type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>;

/** What prices are made by now. */
export class PricingStore {
  readonly present: Question<void, CallResult<typeof readPricing>>;

  constructor(host: Pick<Host, 'api' | 'events' | 'log'>) {
    this.present = new Question<void, CallResult<typeof readPricing>>(host, {
      ask: (_, signal) => host.api.call(readPricing, {}, { signal }),
      failed: 'the pricing rules could not be read',
      refreshOn: [on(settingChanged, ({ kind }) => kind === pricingKind)],
    });
  }

  start(): Dispose {
    return this.present.start();
  }
}

/** The rules as they are edited, and what the parts quoted last would cost by them. */
export class RulesStore {
  readonly editor: SettingEditor<PricingRules>;
  readonly test: Question<PricingRules, CallResult<typeof backTestPricing>>;

  constructor(host: Host, currency: string) {
    this.editor = new SettingEditor<PricingRules>(host, {
      kind: pricingKind,
      schema: pricingRulesSchema,
      facts: (rules) => factsOf(host.t, rules, currency),
    });
    this.test = new Question<PricingRules, CallResult<typeof backTestPricing>>(host, {
      ask: (rules, signal) => host.api.call(backTestPricing, { body: { rules } }, { signal }),
      failed: 'the pricing rules could not be tried',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.editor.start(), this.test.follow());
  }

  set(part: Partial<PricingRules>): void {
    const { value } = this.editor;
    if (value) this.editor.change({ ...value, ...part });
  }

  /** With the rules as they stand on the screen. */
  try(): void {
    const { value } = this.editor;
    if (value) this.test.ask(value);
  }
}
