import { useTexts } from '@sinter/sdk/ui';
import { SelectField, TextField } from '@sinter/sdk/ui/form';
import { timeZoneChoices } from '../parts/choices.ts';

/** What every facility has: its name, its short name and where it is in time. */
export function NameFields() {
  const t = useTexts();
  return (
    <>
      <TextField name="companyName" label={t('facilities.column.name')} required maxLength={200} />
      <TextField name="code" label={t('facilities.column.code')} maxLength={12} hint={t('facilities.code.hint')} />
      <SelectField
        name="timeZone"
        label={t('facilities.column.timeZone')}
        required
        options={timeZoneChoices()}
        hint={t('facilities.timeZone.hint')}
      />
    </>
  );
}
