import { newId } from '@sinter/sdk/plugin';
import * as z from 'zod';

/** A file that was chosen before it is known whether it is export controlled: nothing of it has been sent. */
export const waitingFileSchema = z.object({ id: z.string(), name: z.string(), size: z.number() });
export type WaitingFile = z.infer<typeof waitingFileSchema>;

/** Contents, which outlive the screen; after a reload the person has to choose them again. */
const contents = new Map<string, File>();

export function wait(file: File): WaitingFile {
  const id = newId();
  contents.set(id, file);
  return { id, name: file.name, size: file.size };
}

export const contentOf = ({ id }: WaitingFile): File | null => contents.get(id) ?? null;

/** Gives a file its content back; `false` when it is another file. */
export function giveBack({ id, name, size }: WaitingFile, file: File): boolean {
  if (file.name !== name || file.size !== size) return false;
  contents.set(id, file);
  return true;
}

export const letGo = ({ id }: WaitingFile): void => void contents.delete(id);
