import { budgets } from './budgets.ts';
import { csp } from './csp.ts';
import { events } from './events.ts';
import { pages } from './pages.ts';
import type { Rule } from './rule.ts';
import { schedules } from './schedules.ts';
import { scopes } from './scopes.ts';
import { sharedModules } from './sharedModules.ts';
import { slots } from './slots.ts';
import { texts } from './texts.ts';
import { webhooks } from './webhooks.ts';

/** What is checked without a browser, beside that `plugin.json` can be read (`descriptor`) and the plugin built (`build`). */
export const rules: readonly Rule[] = [
  pages,
  slots,
  texts,
  scopes,
  events,
  webhooks,
  schedules,
  csp,
  sharedModules,
  budgets,
];
