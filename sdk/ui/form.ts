export { Form } from './form/Form.tsx';
export { FieldFrame } from './form/FieldFrame.tsx';
export type { FieldProps } from './form/FieldFrame.tsx';
export { NumberField, SelectField, SwitchField, TextareaField, TextField } from './form/fields.tsx';
export type { Choice } from './form/fields.tsx';
export { placeErrors, validateWith } from './form/validateWith.ts';
