import * as z from 'zod';
import { sessionMark } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import { type SessionUser, sessionUserSchema } from '@sinter/sdk/contract/host/session';
import { type Manifest, manifestSchema } from '#registry/manifest';
import type { Browser } from '#host/browser/browser.ts';
import { keptPrefix } from '#host/browser/forgetKept.ts';
import type { KeptManifest } from '#host/browser/Workspace.ts';

/** What is older says too little of what somebody may still do. */
const keptForMs = 3 * 24 * 3600_000;

const recordSchema = z.object({ at: z.number(), user: sessionUserSchema, manifest: manifestSchema });
type Kept = z.infer<typeof recordSchema>;

export interface KeptStart {
  /** Who started here last. */
  user(): SessionUser | null;
  /** What they were given; somebody else, or the same person elsewhere or in another role, is given nothing. */
  manifestOf(user: SessionUser): KeptManifest;
  forget(): void;
}

/**
 * The last start of one place in this browser, for the next one while the server cannot be reached. It gives no rights: the
 * server decides about each call.
 */
export function keptStart(
  place: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
  now: () => number = Date.now,
): KeptStart {
  const key = keptPrefix + place;
  const forget = () => storage.removeItem(key);
  const read = (): Kept | null => {
    const kept = recordSchema.safeParse(parsed(storage.getItem(key))).data;
    const age = kept ? now() - kept.at : Infinity;
    if (kept && age >= 0 && age < keptForMs) return kept;
    forget();
    return null;
  };
  return {
    forget,
    user: () => read()?.user ?? null,
    manifestOf: (user) => ({
      read() {
        const kept = read();
        return kept && sessionMark(kept.user) === sessionMark(user) ? kept : null;
      },
      write(manifest: Manifest) {
        try {
          storage.setItem(key, JSON.stringify({ at: now(), user, manifest } satisfies Kept));
        } catch {
          // There is no room: the next start needs the server.
          forget();
        }
      },
    }),
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Who is signed in, or was here last while the server cannot be reached. Throws when it is not known at all. */
export async function whoIsHere({ session }: Browser, kept: KeptStart): Promise<SessionUser | null> {
  try {
    const user = await session.authenticate();
    if (!user) kept.forget();
    return user;
  } catch (error) {
    const user = error instanceof CallError && error.code === 'UNAVAILABLE' ? kept.user() : null;
    if (!user) throw error;
    return session.enterBy(() => Promise.resolve(user));
  }
}
