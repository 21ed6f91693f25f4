import { CallError } from '../contract/errors.ts';

export const connectionLost = (): CallError =>
  new CallError('UNAVAILABLE', 'The server cannot be reached. Check your connection and try again.');
