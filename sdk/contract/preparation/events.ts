import * as z from 'zod';
import { defineEvent } from '../event.ts';
import { notKiosk } from '../guard.ts';

const id = z.number().int();

/** Goes to the company or facility that started the operation. `progress`: 0 to 1. */
export const fileOperationChanged = defineEvent({
  type: 'file.operation_changed',
  summary: 'A file operation progressed or ended.',
  payload: z.object({ operationId: z.string(), fileId: id, status: z.string(), progress: z.number().min(0).max(1) }),
  guard: notKiosk,
  subject: { area: 'preparation', id: 'fileId' },
  origin: 'server',
});

/** Goes to the company or facility that asked for the preview first. */
export const filePreviewChanged = defineEvent({
  type: 'file.preview_changed',
  summary: 'The preview of a file is made, or cannot be made.',
  payload: z.object({ fileId: id, status: z.string() }),
  guard: notKiosk,
  subject: { area: 'preparation', id: 'fileId' },
  origin: 'server',
});
