import { budgets } from './budgets.ts';
import { csp } from './csp.ts';
import { pages } from './pages.ts';
import type { Rule } from './rule.ts';
import { scopes } from './scopes.ts';
import { sharedModules } from './sharedModules.ts';
import { slots } from './slots.ts';
import { texts } from './texts.ts';

/** What is checked without a browser, beside that `plugin.json` can be read (`descriptor`) and the plugin built (`build`). */
export const rules: readonly Rule[] = [pages, slots, texts, scopes, csp, sharedModules, budgets];
