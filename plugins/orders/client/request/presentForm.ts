import { readOrderAnswers, readRequestForm } from '@sinter/sdk/contract/orders/requestForms';
import type { PluginHost } from '@sinter/sdk/plugin';

/** Loaded late: what a form can ask is a lot to read. */
export const presentForm = ({ api }: Pick<PluginHost, 'api'>, signal: AbortSignal) =>
  api.call(readRequestForm, {}, { signal });

export const orderAnswers = ({ api }: Pick<PluginHost, 'api'>, id: number, options: { signal?: AbortSignal }) =>
  api.call(readOrderAnswers, { params: { id } }, options);
