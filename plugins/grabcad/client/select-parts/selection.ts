import * as z from 'zod';

const selectedPartSchema = z.object({
  orderFileId: z.number().int(),
  orderId: z.number().int(),
  orderTitle: z.string(),
  fileName: z.string(),
  pictureUrl: z.string().nullable(),
  quantity: z.number().int().min(1),
  available: z.number().int().min(1),
});
export type SelectedPart = z.infer<typeof selectedPartSchema>;

const key = 'sinter.grabcad.selection';

/** What was chosen before a reload; nothing when it can no longer be read. */
export function loadSelection(): SelectedPart[] {
  try {
    return z.array(selectedPartSchema).parse(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
  } catch {
    sessionStorage.removeItem(key);
    return [];
  }
}

export function saveSelection(selected: readonly SelectedPart[]): void {
  sessionStorage.setItem(key, JSON.stringify(selected));
}
