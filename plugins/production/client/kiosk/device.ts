const key = 'sinter.kiosk';

/** What this device is called in the ledger; empty: as the account that it is signed in to. */
export const deviceName = (): string => globalThis.localStorage?.getItem(key) ?? '';

export const nameDevice = (name: string): void => globalThis.localStorage?.setItem(key, name);
