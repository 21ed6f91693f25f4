import type { Sentence } from '@sinter/sdk/contract';
import { say } from '../../../texts.ts';
import { NotHeard, type OpenDriver } from '../../driver.ts';
import { Part, type Spoken } from './Part.ts';
import { Suspects } from './suspects.ts';

/** Everything of this node that speaks OPC UA, in processes of their own: what a server sends ends no other work. */
export function createOpcua(suspects = new Suspects()): OpenDriver {
  const fell = (endpoint: string) => suspects.fell(endpoint, Date.now());
  const parts = { TRUSTED: new Part(fell), APART: new Part(fell) };
  return (link) => {
    let spoken: Spoken | null = null;
    let trouble: Sentence | null = null;
    return {
      cursor: () => '',
      // What does not change is not told; the server says that it is there.
      silence: Number.POSITIVE_INFINITY,
      async read(signal) {
        if (!spoken) {
          const standing = suspects.of(link.endpoint, Date.now());
          if (standing === 'PAUSED') throw new NotHeard(say('serverHarmful'));
          const part = parts[standing];
          const own = await link.own('opcua', () => part.make(link));
          signal.throwIfAborted();
          spoken = part.open(link, own);
        }
        const heard = await spoken.read(signal);
        trouble = heard.trouble;
        return heard.readings;
      },
      trouble: () => trouble,
      close: () => spoken?.close(),
    };
  };
}

export const openOpcua = createOpcua();
