/** Every way a plugin can fail. Screens, logs and the administrators' list all speak of these. */
export type FailureKind =
  /** Its manifest entry is not one this host can run. */
  | 'incompatible'
  /** A plugin or module it needs is not there, or failed itself. */
  | 'missing-dependency'
  /** The manifest does not give it to this user. */
  | 'not-granted'
  /** A file could not be fetched. */
  | 'network'
  /** A file is not the one that was signed. */
  | 'integrity'
  /** A phase took longer than its limit. */
  | 'timeout'
  /** Its code threw while it was loaded. */
  | 'evaluation'
  /** Its code is not what `plugin.json` promises. */
  | 'invalid-module'
  /** Its `setup` threw. */
  | 'setup'
  /** A page or contribution threw while it was drawn. */
  | 'render';

export class PluginFailure extends Error {
  override readonly name = 'PluginFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `error` itself when it already says its kind. */
export const asFailure = (error: unknown, kind: FailureKind): PluginFailure =>
  error instanceof PluginFailure ? error : new PluginFailure(kind, messageOf(error), error);

/** Worth another try: the cause may pass by itself. The others stay until something is changed. */
const passing: ReadonlySet<FailureKind> = new Set(['network', 'integrity', 'timeout', 'evaluation', 'setup']);
export const mayPass = (kind: FailureKind): boolean => passing.has(kind);
