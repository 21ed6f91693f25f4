import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build/server.ts';
import { readProject, type Project } from './build/project.ts';
import { watch } from './build/watch.ts';
import { buildWeb } from './build/web.ts';

/** What `host/server/main.ts` exports: starts the server in this process. */
type Start = (options: { args: string[]; dev: boolean }) => Promise<{
  /** Plugins whose folder in `index.json` has changed; with none, only the hosts and the SDK have. */
  pluginsChanged(ids: string[]): void;
  stop(): Promise<void>;
}>;

/** `npm run dev`: builds, starts the server, and builds again what is edited. */
export default async function run(args: string[]): Promise<void> {
  const project: Project = { ...readProject(process.cwd()), dev: true };
  const [built] = await Promise.all([buildWeb(project), buildServer(project)]);
  const { start }: { start: Start } = await import(pathToFileURL(join(project.out, 'server/main.mjs')).href);
  const server = await start({ args, dev: true });
  const stopWatching = watch(
    built,
    ({ plugins, host }) => {
      server.pluginsChanged(plugins);
      console.log(`Rebuilt ${host ? 'SDK, hosts and plugins: load the page again' : plugins.join(', ')}`);
    },
    (text) => console.error(text),
  );
  const stop = () => {
    stopWatching();
    void server.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
