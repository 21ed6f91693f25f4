import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Typed without being shown, or the first line of what is piped in. Never an argument: others see those. */
export async function readPassword(question: string): Promise<string> {
  const typed = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (typed) process.stdout.write(question);
  const lines = createInterface({ input: process.stdin, output: silent, terminal: typed });
  try {
    if (typed) return await lines.question('');
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (typed) process.stdout.write('\n');
  }
}
