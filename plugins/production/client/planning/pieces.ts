/** So many of an ordered part. */
export interface Piece {
  orderFileId: number;
  quantity: number;
}

/** Where pieces go: to a planned build, to a new one, or back to what is still to schedule. */
export type Target = number | 'NEW' | 'POOL';

/** What is on its way: by mouse, or by a menu. `from`: the planned build; `null`: what is still to schedule. */
export interface Carried {
  from: { id: number; version: number } | null;
  pieces: readonly Piece[];
}
