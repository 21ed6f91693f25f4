/** Every way in which a plugin can fail. Screens, logs and the administrators' list use these words. */
export type FailureKind =
  /** This host cannot run its manifest entry. */
  | 'incompatible'
  /** A plugin or module that it needs is missing or has failed. */
  | 'missing-dependency'
  /** The manifest has no such plugin for this user. */
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

/**
 * Failures whose cause may disappear by itself, so that another try is useful. All others stay until something
 * changes.
 */
const passing: ReadonlySet<FailureKind> = new Set(['network', 'integrity', 'timeout', 'evaluation', 'setup']);
export const mayPass = (kind: FailureKind): boolean => passing.has(kind);
