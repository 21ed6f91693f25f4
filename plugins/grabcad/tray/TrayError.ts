/** A failure either side reports; `code` travels in the acknowledgement. */
export class TrayError extends Error {
  override readonly name = 'TrayError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
