import { relative, resolve } from 'node:path';
import { localBuildBeatMs, localBuildPath } from '../../contract/host/localBuilds.ts';
import { watchTree } from '../../../scripts/build/watchTree.ts';
import { slashed } from '../../../scripts/build/project.ts';
import { TaskError } from '../../../scripts/taskError.ts';
import { checkDescriptor, inWords } from '../check.ts';
import type { Kit } from '../kit.ts';
import { Refused } from '../server.ts';
import { createBuilder, isSource } from './builder.ts';
import { LocalBuild } from './localBuild.ts';

export interface DevOptions {
  folder: string;
  server: string;
  apiKey: string;
  kit: Kit;
  /** It runs in a sandboxed frame, as an app does that nobody has reviewed. */
  frame?: boolean;
  print(text: string): void;
  /** Ends it. */
  signal: AbortSignal;
}

/** Shows a plugin in its author's browser on a running server, and each change of it, until `signal` ends it. */
export async function dev({
  folder: given,
  server,
  apiKey,
  kit,
  frame = false,
  print,
  signal,
}: DevOptions): Promise<void> {
  const folder = resolve(given);
  requireSafe(server);
  const { descriptor, findings } = checkDescriptor(folder, kit);
  if (!descriptor) throw new TaskError(findings.map(inWords).join('\n\n'));
  const build = createBuilder(folder, kit);
  const local = await LocalBuild.start({ server, apiKey }, descriptor, frame ? 'frame' : 'page');
  print(`${descriptor.title} ${descriptor.version}. Open this in your browser, signed in as the owner of the key:

  ${new URL(localBuildPath.replace(':id', local.id), server).href}

Watching ${folder}. Ctrl+C ends it.
`);

  let shown = '';
  const printOnce = (text: string) => {
    if (text !== shown) print(text);
    shown = text;
  };
  /** Ends with what the server says when it no longer knows the build; what passes is printed. */
  let finish: () => void = () => undefined;
  let giveUp: (error: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolved, rejected) => ([finish, giveUp] = [resolved, rejected]));
  const tried = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      if (!(error instanceof TaskError)) return giveUp(error);
      if (error instanceof Refused && final.has(error.code)) return giveUp(error);
      printOnce(error.message);
    });

  let queue = Promise.resolve();
  const rebuild = () => {
    queue = queue.then(() =>
      tried(async () => {
        const began = performance.now();
        const built = await build();
        if ('findings' in built) {
          printOnce(`\n${built.findings.map(inWords).join('\n\n')}`);
          return local.fail(built.findings);
        }
        const warnings = await local.send(built);
        shown = '';
        print(`Built and sent in ${Math.round(performance.now() - began)} ms.${warnings}`);
      }),
    );
  };
  const stopWatching = watchTree(folder, (files) => {
    if (files.some((file) => isSource(slashed(relative(folder, file))))) rebuild();
  });
  let loaded = false;
  const beat = setInterval(() => {
    queue = queue.then(() =>
      tried(async () => {
        const now = await local.beat();
        if (now !== loaded) print(now ? 'A tab of your browser shows it.' : 'No tab shows it any more.');
        loaded = now;
      }),
    );
  }, localBuildBeatMs);
  rebuild();
  signal.addEventListener('abort', finish, { once: true });
  if (signal.aborted) finish();
  try {
    await ended;
  } finally {
    clearInterval(beat);
    stopWatching();
    await queue;
    await local.end().catch((error: unknown) => print(String(error)));
  }
  print('Ended. The tab keeps the last build until you press Stop there.');
}

/** The build is gone, or this caller may no longer send any. */
const final: ReadonlySet<string> = new Set(['NOT_FOUND', 'NOT_POSSIBLE', 'FORBIDDEN', 'UNAUTHENTICATED']);

/** The key goes along with each call. */
function requireSafe(server: string): void {
  const address = URL.canParse(server) ? new URL(server) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new TaskError(`${server} is no address of a server. Write it as https://parts.example.com.`);
  }
  const atHome = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(address.hostname);
  if (address.protocol === 'http:' && !atHome) {
    throw new TaskError(`${server} would get your API key unencrypted. Use its https address.`);
  }
}
