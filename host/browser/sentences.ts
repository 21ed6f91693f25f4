import type { ApiClient } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import { serverTexts } from '@sinter/sdk/contract/host/appearance';
import { provideSentences, textsSchema, translated } from '@sinter/sdk/i18n';

/** A failure is shown in English rather than late. */
const longestWait = 3_000;

/** Where the sentences of the server come from. Not by the client itself, whose failures wait for them. */
export function readSentences(api: ApiClient): void {
  provideSentences(async (language) => {
    const address = api.href(serverTexts, { params: { key: language } });
    const response = await fetch(address, { signal: AbortSignal.timeout(longestWait) });
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    return textsSchema.parse(await response.json());
  });
}

/** The same failure in the language of the page. */
export async function sayFailure(error: CallError): Promise<CallError> {
  const { code, message, details } = error;
  const { said, fields = {}, fieldsSaid = {} } = details;
  if (!said && Object.keys(fieldsSaid).length === 0) return error;
  const texts = Object.entries(fields).map(async ([path, text]) => [path, await translated(text, fieldsSaid[path])]);
  return CallError.received({
    ...details,
    code,
    message: await translated(message, said),
    fields: Object.fromEntries(await Promise.all(texts)),
  });
}
