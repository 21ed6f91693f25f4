import { CallError } from '@sinter/sdk/contract/errors';
import { messageOf, toast } from '@sinter/sdk/ui';
import { passkeyDeclined } from '#host/browser/session/passkeySupport.ts';

/** Tells what went wrong, unless the person declined to go on: then nothing has happened, and they know. */
export function tellUnlessDeclined(error: unknown): void {
  const unproved = error instanceof CallError && error.code === 'REAUTHENTICATE';
  if (!unproved && !passkeyDeclined(error)) toast.error(messageOf(error));
}
