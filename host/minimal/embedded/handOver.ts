import * as z from 'zod';
import { enterFrame, makeProgramCode } from '@sinter/sdk/contract/host/programToken';
import type { Browser } from '#host/browser/browser.ts';

/**
 * How a frame inside a page of another site comes by a session, where browsers give it no cookie of ours: the tab that it has opened
 * for the sign-in hands it a code. Both are of this site, and the browser delivers to this site alone.
 */
const messageSchema = z.object({ sinter: z.literal('signed-in'), code: z.string() });

const isWindow = (value: unknown): value is Pick<Window, 'postMessage'> =>
  typeof value === 'object' && value !== null && 'postMessage' in value;

/** In the tab. Does nothing when no frame has opened it, or for somebody who gets no code. */
export async function handOver({ api, log }: Browser): Promise<void> {
  const opener: unknown = window.opener;
  if (!isWindow(opener)) return;
  try {
    const { code } = await api.call(makeProgramCode, {});
    const message: z.infer<typeof messageSchema> = { sinter: 'signed-in', code };
    opener.postMessage(message, window.location.origin);
  } catch (error) {
    log.warn('the frame was not told of the sign-in', { error: String(error) });
  }
}

/** In the frame: `heard` is given what exchanges the code for a session of the frame. */
export function hearHandOver(
  { api }: Browser,
  heard: (enter: () => Promise<unknown>) => void,
  ends: AbortSignal,
): void {
  const hear = ({ origin, data }: MessageEvent<unknown>) => {
    const message = origin === window.location.origin ? messageSchema.safeParse(data).data : undefined;
    if (message) heard(() => api.call(enterFrame, { body: { code: message.code } }));
  };
  window.addEventListener('message', hear, { signal: ends });
}
