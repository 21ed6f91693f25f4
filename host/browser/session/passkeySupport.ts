/** Does this browser know passkeys at all? It hides them on pages that are not secure. */
export const passkeysWork = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The person has closed the browser's own dialog, or it has waited too long: nothing to report. */
export const passkeyDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

// Loaded only when somebody uses a passkey.
const passkeys = () => import('./passkeys.ts');

/** Asks the browser to answer `askPasskey`'s question. Throws the browser's `DOMException` when it is declined. */
export const answerPasskey = async (options: unknown) => (await passkeys()).answer(options);

/** Asks the browser to make a passkey by `startPasskey`'s options. */
export const makePasskey = async (options: unknown) => (await passkeys()).make(options);
