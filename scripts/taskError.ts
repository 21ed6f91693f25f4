/** A failure whose message says everything: printed without a stack, and the task ends with a non-zero status. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
}
