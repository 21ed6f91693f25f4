import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const readme = readFileSync('README.md', 'utf8');

/** The line of the README at the root that begins so, without its explanation (two spaces and more). */
export function lineOf(start: string): string {
  const line = readme.split('\n').find((one) => one.startsWith(start));
  if (line === undefined) throw new Error(`The README has no line that begins with "${start}".`);
  return line.split(/ {2,}/)[0] ?? '';
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Runs a line as an operator would at a terminal. */
export function run(line: string, env: Record<string, string>, input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', line], { env: { ...process.env, ...env }, stdio: 'pipe' });
    let output = '';
    const read = (chunk: Buffer) => void (output += chunk.toString());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => resolve({ code, output }));
    child.stdin.end(input);
  });
}
