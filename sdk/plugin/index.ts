export { definePlugin } from './definePlugin.ts';
export type { Plugin, PluginHost, PageLoader, SlotContribution, StopAnswer, HostLocation } from './definePlugin.ts';
export { createToken } from './token.ts';
export type { Token } from './token.ts';
export { createSlot } from './slot.ts';
export type { Slot } from './slot.ts';
export type { Readable, Dispose } from './readable.ts';
export type { Logger } from './logger.ts';
export { newId } from './newId.ts';
