export { Action } from './Action.ts';
export type { ActionOptions } from './Action.ts';
export { makeStore, together } from './makeStore.ts';
export { on, Question } from './Question.ts';
export type { QuestionOptions, QuestionState, RefreshOn, StateHost } from './Question.ts';
export { Undo } from './Undo.ts';
export type { UndoOptions } from './Undo.ts';
