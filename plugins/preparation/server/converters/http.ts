import { say } from '../texts.ts';
import type { HttpConverter } from './config.ts';
import { ConversionFailure } from './conversion.ts';

const askEveryMs = 1000;

/**
 * Sends a file to a converter service as a form with the field `file`. The service answers with the converted bytes,
 * or with 202 and the `location` on the same server where the bytes will be.
 */
export async function askService(
  { url, bearer, output, timeLimitSeconds, outputLimitMb }: HttpConverter,
  extension: string,
  bytes: Uint8Array<ArrayBuffer>,
  { signal }: { signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = AbortSignal.timeout(timeLimitSeconds * 1000);
  const either = AbortSignal.any([signal, limit]);
  const headers = {
    accept: `model/${output}, application/octet-stream`,
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  };
  try {
    const form = new FormData();
    form.set('file', new File([bytes], `part.${extension}`));
    form.set('output', output);
    // A redirect could send the file to a server that the administrator has not allowed.
    const common = { headers, redirect: 'error', signal: either } as const;
    let answer = await fetch(url, { ...common, method: 'POST', body: form });
    let place = url;
    while (answer.status === 202) {
      place = placeOf(answer, url, place);
      await answer.body?.cancel();
      await pause(askEveryMs, either);
      answer = await fetch(place, common);
    }
    if (!answer.ok) {
      await answer.body?.cancel();
      const status = String(answer.status);
      throw new ConversionFailure(() => say('converterAnswered', { extension, status }));
    }
    return await readBody(answer, outputLimitMb);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ConversionFailure) throw error;
    if (limit.aborted)
      throw new ConversionFailure(() => say('converterSlow', { extension, seconds: timeLimitSeconds }));
    throw new ConversionFailure(() => say('converterAway', { extension }), { cause: error });
  }
}

function placeOf(answer: Response, asked: string, before: string): string {
  const location = answer.headers.get('location');
  const place = location === null ? new URL(before) : new URL(location, before);
  if (place.origin !== new URL(asked).origin)
    throw new ConversionFailure((extension) => say('converterElsewhere', { extension }));
  return place.href;
}

async function readBody({ body }: Response, limitMb: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limitMb * 2 ** 20)
      throw new ConversionFailure((extension) => say('converterSent', { extension, mb: limitMb }));
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
