import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TaskError } from '../../scripts/taskError.ts';
import { browserRules, checkInBrowser } from './browser/check.ts';
import { checkSources, inWords } from './check.ts';
import { create } from './create.ts';
import { dev } from './dev/dev.ts';
import { readKit } from './kit.ts';
import { pack } from './pack.ts';
import { publish } from './publish.ts';
import { keygen, sign } from './sign.ts';
import { readSource } from './source.ts';

const help = `sinter-plugin <command>

  create <vendor.name> [folder]       a new plugin that works
  check [folder]                      what a reviewer would find; --no-browser leaves out what needs one
  dev [folder] --server <address>     shows the plugin in your own browser on that server, and each change as you save it; needs
                                      your API key as publish does. --frame runs it in a sandboxed frame
  pack [folder]                       makes <id>-<version>.sinterplugin
  keygen <file>                       makes your publisher's key
  sign <package> --key <file>         signs a package with it
  publish <package> <server>          submits it for review; --changes says what is new. Your API key of that server is
                                      read from SINTER_API_KEY

Each command is explained in node_modules/@sinter/sdk/docs/.`;

interface Given {
  names: string[];
  options: { key?: string; 'no-browser'?: boolean; changes?: string; server?: string; frame?: boolean };
}

function needed(value: string | undefined, what: string): string {
  if (value === undefined) throw new TaskError(`${what} is missing.\n\n${help}`);
  return value;
}

const commands: Record<string, (given: Given) => unknown> = {
  create({ names: [id, folder] }) {
    const target = create(needed(id, 'The name'), folder ?? needed(id, 'The name'), readKit());
    console.log(`${target} holds a plugin that works. Next, in that folder:

  npm install <the SDK: its file, or its name in your registry>
  npm test
  SINTER_API_KEY=<your key> npx sinter-plugin dev --server <address>
  npx sinter-plugin check
  npx sinter-plugin pack`);
  },
  async check({ names: [folder = '.'], options }) {
    const { findings, subject } = await checkSources(folder, readKit());
    if (subject && !options['no-browser']) {
      const drawn = await checkInBrowser(subject);
      if ('unchecked' in drawn) console.log(`Not checked: ${browserRules.join(', ')}, because ${drawn.unchecked}.\n`);
      else findings.push(...drawn);
    }
    for (const finding of findings) console.log(`${inWords(finding)}\n`);
    if (findings.length > 0) throw new TaskError(`${findings.length} to mend.`);
    console.log('Nothing to mend.');
  },
  async dev({ names: [folder = '.'], options }) {
    const server = needed(options.server, '--server <address>');
    const apiKey = needed(process.env['SINTER_API_KEY'], 'SINTER_API_KEY, your API key of the server,');
    const ending = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
    const { frame } = options;
    const print = (text: string) => console.log(text);
    await dev({ folder, server, apiKey, kit: readKit(), frame, print, signal: ending.signal });
  },
  async pack({ names: [folder = '.'] }) {
    console.log(await pack(readSource(folder, readKit())));
  },
  keygen({ names: [file] }) {
    const { keyId, publicKey } = keygen(needed(file, 'The file for the key'));
    console.log(`${file}: the private key. Keep it to yourself, and out of every repository.
${file}.pub: the public key. Give it to the administrators of the servers that you publish on:

  Key         ${keyId}
  Public key  ${publicKey}`);
  },
  sign({ names: [path], options }) {
    const keyId = sign(needed(path, 'The package'), needed(options.key, '--key <file>'));
    console.log(`${path} is signed with the key ${keyId}.`);
  },
  async publish({ names: [path, server], options }) {
    const key = needed(process.env['SINTER_API_KEY'], 'SINTER_API_KEY, your API key of the server,');
    const file = needed(path, 'The package');
    console.log(await publish(file, needed(server, 'The address of the server'), key, options.changes ?? ''));
  },
};

export async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      'no-browser': { type: 'boolean' },
      changes: { type: 'string' },
      server: { type: 'string' },
      frame: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...names] = positionals;
  if (name === undefined || values.help) return console.log(help);
  const command = commands[name];
  if (!command) throw new TaskError(`There is no command "${name}".\n\n${help}`);
  await command({
    names: names.map((one, index) => (index === 0 && name !== 'create' ? resolve(one) : one)),
    options: values,
  });
}
