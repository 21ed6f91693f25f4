import { uuidv7 } from 'uuidv7';

/**
 * A new UUID for a request's `eventId`: the same id sent again is the same request. Unlike the browser's own
 * `randomUUID` it also works on a plain-http address in a company's network.
 */
export const newId = (): string => uuidv7();
