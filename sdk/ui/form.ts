export { Form } from './form/Form.tsx';
export { CountryField } from './form/CountryField.tsx';
export type { Country } from './form/CountryField.tsx';
export { FieldFrame } from './form/FieldFrame.tsx';
export type { FieldProps } from './form/FieldFrame.tsx';
export { NumberField, SelectField, SwitchField, TextareaField, TextField } from './form/fields.tsx';
export type { Choice } from './form/fields.tsx';
export { PhoneField } from './form/PhoneField.tsx';
export { placeErrors, validateWith } from './form/validateWith.ts';
