import * as z from 'zod';

export interface Stream {
  readonly events: { type: string; data: Record<string, unknown> }[];
  types(): string[];
  close(): void;
}

const dataSchema = z.record(z.string(), z.unknown());

/** Opens the stream of events as a browser does. */
export async function listen(url: string, headers: Record<string, string>): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/events`, { headers, signal: leaving.signal });
  const events: Stream['events'] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? '';
        if (field('event')) events.push({ type: field('event'), data: dataSchema.parse(JSON.parse(field('data'))) });
      }
    }
  };
  read().catch(() => {});
  return { events, types: () => events.map(({ type }) => type), close: () => leaving.abort() };
}
