/** What a person enters, kept in the tab until it is saved, given up, or the person signs out. */
export { keepEntered } from './keepEntered.ts';
export { Kept, keptInTab, tabStorage } from './Kept.ts';
export type { KeptStorage } from './Kept.ts';
