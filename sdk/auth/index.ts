export { SessionStore } from './session.ts';
export type { SessionOptions } from './session.ts';
export { entryPath, guardStep, landingPath } from '../contract/host/landing.ts';
export { fullName, isKiosk, principalOf } from './landing.ts';
export { safeReturnPath, signInAddress } from './returnPath.ts';
export { connectTabs, sessionMark } from './tabs.ts';
export type { SessionTabs, TabsEnvironment } from './tabs.ts';
