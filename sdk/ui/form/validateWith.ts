import { setIn } from 'formik';
import type { FormikErrors } from 'formik';
import type * as z from 'zod';

/** formik's `validate` from a zod schema: the first message of each field, at the field's place. */
export function validateWith<Values>(schema: z.ZodType<unknown, Values>): (values: Values) => FormikErrors<Values> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return {};
    return placeErrors(parsed.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]));
  };
}

/** Nests messages for formik: `{ 'files.0.quantity': 'Too many' }`. The first message of a field counts. */
export function placeErrors<Values>(errors: Iterable<[path: string, message: string]>): FormikErrors<Values> {
  let placed: FormikErrors<Values> = {};
  const seen = new Set<string>();
  for (const [path, message] of errors) {
    if (path === '' || seen.has(path)) continue;
    seen.add(path);
    placed = setIn(placed, path, message);
  }
  return placed;
}
