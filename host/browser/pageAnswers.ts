import {
  pageAnswersId,
  pageAnswersSchema,
  type PageAnswer,
  type PageAnswers,
} from '@sinter/sdk/contract/host/pageAnswers';
import type { Logger } from '@sinter/sdk/plugin';

/** An older answer than this is not taken: the person may have been somewhere else first. */
const freshMs = 30_000;

/** What the server has answered together with the page. It is taken out of the document: nobody else needs to read it. */
function takeAnswers(document: Document, log: Logger): PageAnswers {
  const none = { since: null, answers: [] };
  const block = document.getElementById(pageAnswersId);
  if (!block) return none;
  block.remove();
  try {
    return pageAnswersSchema.parse(JSON.parse(block.textContent));
  } catch (error) {
    log.warn('the answers of the page are not used', { error: String(error) });
    return none;
  }
}

/** The type of the compact form that a request asks for. */
function compactOf({ headers }: RequestInit): string | undefined {
  const accept = new Headers(headers).get('Accept') ?? '';
  return accept.startsWith('application/vnd.') ? accept : undefined;
}

const bodyOf = ({ compact, text }: PageAnswer): BodyInit =>
  compact === undefined ? text : Uint8Array.from(text, (byte) => byte.charCodeAt(0));

export interface AnsweredByPage {
  /** Gives each answer which came with the page once, to the request that it belongs to. */
  fetch: typeof window.fetch;
  /** Number of the last event before the answers were made; `null`: unknown. */
  since: number | null;
  /** Something has happened since the answers were made: those that are left are not given. */
  outdate: () => void;
}

export function answeredByPage(fetch: typeof window.fetch, document: Document, log: Logger): AnsweredByPage {
  const { since, answers } = takeAnswers(document, log);
  const outdate = () => void answers.splice(0);
  // From the first thing that the person does, the page is theirs: what they changed must not be answered from before it.
  for (const act of ['pointerdown', 'keydown']) {
    document.addEventListener(act, outdate, { once: true, capture: true });
  }
  return {
    since,
    outdate,
    fetch: (target, init = {}) => {
      const at = answers.findIndex(
        ({ method, url, body, compact }) =>
          url === target &&
          method === (init.method ?? 'GET') &&
          body === (init.body ?? undefined) &&
          compact === compactOf(init),
      );
      const [answer] = at < 0 || performance.now() > freshMs ? [] : answers.splice(at, 1);
      if (!answer) return fetch(target, init);
      init.signal?.throwIfAborted();
      return Promise.resolve(new Response(bodyOf(answer), { status: answer.status }));
    },
  };
}
