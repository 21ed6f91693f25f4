import { expect, it } from 'vitest';
import { emailField } from './emailField.ts';

it('says which of the two is wrong: nothing was entered, or no address', () => {
  const said = (text: string) =>
    emailField((key) => key)
      .safeParse(text)
      .error?.issues.map(({ message }) => message);
  expect([said(' '), said('uma@newco'), said(' uma@newco.example ')]).toEqual([
    ['person.email.required'],
    ['person.email.wrong'],
    undefined,
  ]);
});
