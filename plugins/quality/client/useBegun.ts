import { useState } from 'react';
import type { FormikHelpers, FormikValues } from 'formik';
import { CallError } from '@sinter/sdk/contract/errors';

/** What the person has not touched becomes as somebody else has saved it. */
export function merged<Values extends FormikValues>(entered: Values, before: Values, now: Values): Values {
  const each = Object.entries(now).map(([name, theirs]): [string, unknown] => {
    const [mine, was]: unknown[] = [entered[name], before[name]];
    if (isGroup(mine) && isGroup(was) && isGroup(theirs)) return [name, merged(mine, was, theirs)];
    return [name, textOf(mine) === textOf(was) ? theirs : mine];
  });
  return { ...entered, ...Object.fromEntries(each) };
}

/** Fields below one name. */
const isGroup = (value: unknown): value is FormikValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same whatever the order in which its fields were put together. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isGroup(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/**
 * What a form began with, however what it is about changes behind it. Where somebody else has saved meanwhile it is refused
 * once, with their values in the fields that the person left alone; saved again, it is meant.
 */
export function useBegun<Saved, Values extends FormikValues>(
  present: Saved,
  valuesOf: (saved: Saved) => Values,
  read: () => Promise<Saved>,
) {
  const [begun, setBegun] = useState(present);
  const [initialValues] = useState(() => valuesOf(present));
  const save = async (form: FormikHelpers<Values>, entered: Values, send: (begun: Saved) => Promise<void>) => {
    try {
      await send(begun);
    } catch (error) {
      if (error instanceof CallError && error.code === 'CHANGED') {
        const now = await read();
        setBegun(now);
        void form.setValues(merged(entered, valuesOf(begun), valuesOf(now)));
      }
      throw error;
    }
  };
  return { initialValues, save };
}
