import { longest } from '@sinter/sdk/contract/orders/request';
import type { RequestParts } from './RequestParts.ts';

/** What keeps a request from being sent. */
export type Problem =
  | 'noParts'
  | 'waiting'
  | 'preparing'
  | 'failed'
  | 'incomplete'
  | 'refused'
  | 'title'
  | 'titleLong'
  | 'notesLong'
  | 'exportControlled'
  | 'questions';

export function problemsOf(
  { shown, waiting, exportControlled }: RequestParts,
  { title, notes, lacks }: { title: string; notes: string; lacks: boolean },
): Problem[] {
  const found: [boolean, Problem][] = [
    [shown.length === 0 && waiting.length === 0, 'noParts'],
    [waiting.length > 0 && exportControlled !== null, 'waiting'],
    [shown.some(({ file: { state } }) => state.kind === 'running' || state.kind === 'paused'), 'preparing'],
    [shown.some(({ file }) => file.state.kind === 'failed'), 'failed'],
    [shown.some(({ file, configured }) => file.isReady && configured === null), 'incomplete'],
    [shown.some(({ problem }) => problem !== null), 'refused'],
    [title.trim() === '', 'title'],
    [title.trim().length > longest.title, 'titleLong'],
    [notes.length > longest.notes, 'notesLong'],
    [exportControlled === null, 'exportControlled'],
    [lacks, 'questions'],
  ];
  return found.filter(([is]) => is).map(([, problem]) => problem);
}
