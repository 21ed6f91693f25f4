import type { FormEvent, ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, messageOf } from '@sinter/sdk/ui';
import type { FormStore } from './FormStore.ts';
import css from '../signIn.module.css';

interface PublicFormProps<Values extends Record<string, string>, Output> {
  form: FormStore<Values, Output>;
  submit: string;
  children: ReactNode;
}

/** Fields, what went wrong beside them, and the button. */
export const PublicForm = observer(function PublicForm<Values extends Record<string, string>, Output>({
  form,
  submit,
  children,
}: PublicFormProps<Values, Output>) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form className={css['form']} onSubmit={send} noValidate>
      {form.failure !== null && (
        <p className={css['refusal']} role="alert">
          {messageOf(form.failure)}
        </p>
      )}
      {children}
      <LightButton kind="primary" size="large" type="submit" loading={form.busy}>
        {submit}
      </LightButton>
    </form>
  );
});

/** What a `Field` of the form gets. */
export function bind<Values extends Record<string, string>, Output>(
  form: FormStore<Values, Output>,
  name: keyof Values & string,
) {
  return {
    value: form.values[name],
    problem: form.problem(name),
    disabled: form.busy,
    onChange: (value: string) => form.change(name, value),
    onBlur: () => form.leave(name),
  };
}
