import 'reflect-metadata/lite';
import { OperatorError } from '../operatorError.ts';

const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  setup: async () => (await import('./setup.ts')).setup,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  'rotate-key': async () => (await import('./rotateKey.ts')).rotateKey,
  demo: async () => (await import('./demo.ts')).demo,
};

/** What `npm run <name> -- <args>` does in the database and the files of the server. */
export async function command(name: string, args: readonly string[]): Promise<void> {
  const load = commands[name];
  if (!load) throw new OperatorError(`There is no command "${name}".`);
  const run = await load();
  await run(args).catch((error: unknown) => {
    // A wrong argument is the person's too.
    const wrong = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    throw wrong ? new OperatorError(error.message) : error;
  });
}
