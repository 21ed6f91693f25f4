import { CallError } from '@sinter/sdk/contract';
import type { RequestContext } from './context.ts';

/** EXPORT_CONTROLLED that knows which file it is about, for the audit alone. */
export class ControlledFileRefused extends CallError {
  readonly fileId: number;

  constructor(fileId: number) {
    super('EXPORT_CONTROLLED');
    this.fileId = fileId;
  }
}

/**
 * Writes down that somebody was refused what is export controlled: the file where one was asked for, else the call.
 * Nothing more, since its name is none of theirs. Any other failure is none of this.
 */
export async function auditRefused(context: RequestContext, callId: string, error: unknown): Promise<void> {
  if (!(error instanceof CallError) || error.code !== 'EXPORT_CONTROLLED') return;
  const [objectKind, objectId] =
    error instanceof ControlledFileRefused ? ['FILE', String(error.fileId)] : ['CALL', callId];
  await context.write((unit) =>
    unit.audit({ action: 'file.controlled_refused', objectKind, objectId, after: { call: callId } }),
  );
}
