import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Account } from './account.ts';

/**
 * The shell that keeps PostgreSQL: it starts it, starts it again when it is killed (six times in a row at most, when it
 * never runs for ten seconds in between), and stops it (fast shutdown) as soon as the last node process is gone, however that process died. Node processes hold the named pipe `life` open
 * for writing: the one that started the shell through the shell's own standard input, the others directly.
 * `life` is readable before PostgreSQL starts, so a server whose `life` nobody reads has lost its keeper.
 * PostgreSQL gets INT and TERM: a shell's background command ignores INT until it sets its own handler.
 */
const script = `
dir=$1; shift
exec 3<&0 0</dev/null
mkfifo -m 600 "$dir/life" || exit 1
cat <&3 >"$dir/life" &
exec 3<&- 4<"$dir/life"
(
  exec 4<&-
  end() { kill -INT "$server" && kill -TERM "$server"; } 2>/dev/null
  trap 'leaving=1; [ -z "$server" ] || end' TERM
  tries=0
  while :; do
    server= began=$(date +%s)
    "$@" & server=$!
    [ -z "$leaving" ] || end
    wait "$server"; status=$?
    if [ -n "$leaving" ]; then wait "$server"; break; fi
    [ "$status" -ne 0 ] || break
    [ "$status" -le 128 ] || crashed=1
    [ $(($(date +%s) - began)) -lt 10 ] || tries=0
    tries=$((tries + 1))
    [ -n "$crashed" ] && [ "$tries" -le 6 ] || break
    sleep 1
  done
  rm -rf "$dir"
  [ -n "$leaving" ] || kill -TERM $$
) &
keeper=$!
read -r _ <&4
exec 4<&-
kill -TERM "$keeper"; wait "$keeper"
`;

/** A share in a running server: it lives until every share is released or its process is gone. */
export interface Share {
  /** False once the server is being stopped, or could not be kept running. */
  valid(): boolean;
  release(): void;
}

/** Runs `server` (a command line of PostgreSQL whose socket is in `folder`) under a keeper. */
export function startKeeper(folder: string, account: Account, server: string[], log: number): Share {
  const { file, args, ...ids } = account.command('/bin/sh', ['-c', script, 'sinter-database', folder, ...server]);
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  // A session of its own: the terminal's Ctrl-C must reach node only, which may still have work to finish.
  const child = spawn(file, args, { ...ids, env, cwd: '/', detached: true, stdio: ['pipe', log, log] });
  let ended = false;
  const end = (): void => void (ended = true);
  child.once('exit', end).once('error', end).unref();
  child.stdin?.on('error', end);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return { valid: () => !ended, release: () => child.stdin?.destroy() };
}

/** Joins the keeper of the server whose socket is in `folder`; undefined where there is none any more. */
export function joinKeeper(folder: string): Share | undefined {
  try {
    const life = openSync(join(folder, 'life'), constants.O_WRONLY | constants.O_NONBLOCK);
    let held = true;
    const release = (): void => {
      if (held) closeSync(life);
      held = false;
    };
    return { valid: () => succeeds(() => writeSync(life, '.')), release };
  } catch {
    return undefined; // no pipe, or nobody reads it
  }
}

function succeeds(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
