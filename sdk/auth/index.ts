export { SessionStore } from './session.ts';
export type { SessionOptions } from './session.ts';
export { fullName, landingPath, principalOf } from './landing.ts';
