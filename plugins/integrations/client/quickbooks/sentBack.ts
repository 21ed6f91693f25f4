/** What Intuit sends a browser back with. */
export interface SentBack {
  state: string;
  code: string;
  realmId: string;
}

/** Reads it from the address; `null` where nobody comes back. Pure. */
export function answerIn(search: string): SentBack | 'declined' | null {
  const given = new URLSearchParams(search);
  const [state, code, realmId] = [given.get('state'), given.get('code'), given.get('realmId')];
  if (state === null) return null;
  return code !== null && realmId !== null ? { state, code, realmId } : 'declined';
}
