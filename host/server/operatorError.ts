/** Says to the person at the terminal what to do. The program that started us prints its text, and no stack. */
export class OperatorError extends Error {
  override name = 'TaskError';
}
