import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { CallResult } from '@sinter/sdk/contract/call';
import { requestFormKind, sourcingTypeSchema } from '@sinter/sdk/contract/orders/request';
import {
  requestFormSchema,
  type FormRow,
  type listRequestForms,
  type RequestForm,
} from '@sinter/sdk/contract/orders/requestForms';
import { ErrorNotice, LightInput, LightSelect, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { Select } from '@sinter/sdk/ui/select';
import { Labelled, VersionBar } from '@sinter/sdk/ui/versions';
import { FieldList } from './FieldList.tsx';
import { factsOf } from './facts.ts';
import { Preview } from './Preview.tsx';
import { StandardFields } from './StandardFields.tsx';
import css from './requestForms.module.css';

interface FormEditorProps {
  form: FormRow;
  known: CallResult<typeof listRequestForms>;
}

/** One form: whom it is for, what it asks, what it decides, and how that looks to them. */
export default observer(function FormEditor({ form, known }: FormEditorProps) {
  const t = useTexts();
  const [previewed, setPreviewed] = useState(false);
  const editor = useStore(
    (host) =>
      new SettingEditor<RequestForm>(host, {
        kind: requestFormKind,
        elementId: String(form.id),
        schema: requestFormSchema,
        facts: (value) => factsOf(t, value, known),
      }),
  );
  const { value, problems } = editor;
  if (editor.reading.error !== null && !value) {
    return <ErrorNotice subject={form.name} error={editor.reading.error} onRetry={() => editor.reading.retry()} />;
  }
  if (!value) return <Loading />;
  const change = (part: Partial<RequestForm>) => editor.change({ ...value, ...part });
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const allowed = (key: 'processIds' | 'materialIds' | 'finishIds', list: readonly { id: number; name: string }[]) => (
    <Labelled label={t(`forms.${key}`)} problem={problems[key]}>
      {(field) => (
        <Select
          {...field}
          mode="multiple"
          allowClear
          placeholder={t('forms.allOffered')}
          optionFilterProp="label"
          value={value[key] ?? []}
          options={named(list)}
          onChange={(ids: number[]) => change({ [key]: ids.length === 0 ? null : ids })}
        />
      )}
    </Labelled>
  );
  return (
    <div className={css['editor']}>
      <VersionBar editor={editor} preview={{ on: previewed, toggle: () => setPreviewed(!previewed) }} />
      <div className={previewed ? css['only'] : css['columns']}>
        {!previewed && (
          <div className={css['sections']}>
            <Section title={t('forms.audience')}>
              <div className={css['fields']}>
                <Labelled label={t('forms.name')} problem={problems['name']}>
                  {(field) => (
                    <LightInput
                      {...field}
                      dir="auto"
                      value={value.name}
                      maxLength={80}
                      onChange={({ target }) => change({ name: target.value })}
                    />
                  )}
                </Labelled>
                <Labelled label={t('forms.customers')} hint={t('forms.audience.hint')} problem={problems['companyIds']}>
                  {(field) => (
                    <Select
                      {...field}
                      mode="multiple"
                      placeholder={t('forms.everybody')}
                      optionFilterProp="label"
                      value={value.companyIds}
                      options={named(known.customers)}
                      onChange={(companyIds: number[]) => change({ companyIds })}
                    />
                  )}
                </Labelled>
                <Labelled label={t('forms.departments')} problem={problems['departments']}>
                  {(field) => (
                    <Select
                      {...field}
                      mode="tags"
                      placeholder={t('forms.allDepartments')}
                      value={value.departments}
                      options={known.departments.map((name) => ({ value: name, label: name }))}
                      onChange={(departments: string[]) => change({ departments })}
                    />
                  )}
                </Labelled>
              </div>
            </Section>
            <Section title={t('forms.standard')}>
              <StandardFields
                value={value.standard}
                problems={problems}
                onChange={(standard) => change({ standard })}
              />
            </Section>
            <Section title={t('forms.custom')}>
              <FieldList fields={value.fields} problems={problems} onChange={(fields) => change({ fields })} />
            </Section>
            <Section title={t('forms.offer')}>
              <div className={css['fields']}>
                {allowed('processIds', known.processes)}
                {allowed('materialIds', known.materials)}
                {allowed('finishIds', known.finishes)}
              </div>
            </Section>
            <Section title={t('forms.handling')}>
              <div className={css['fields']}>
                <Labelled label={t('forms.sourcing')}>
                  {(field) => (
                    <LightSelect
                      {...field}
                      value={value.sourcing ?? ''}
                      onChange={({ target }) =>
                        change({ sourcing: sourcingTypeSchema.safeParse(target.value).data ?? null })
                      }
                    >
                      <option value="">{t('forms.customerChooses')}</option>
                      {sourcingTypeSchema.options.map((each) => (
                        <option key={each} value={each}>
                          {t(`forms.sourcing.${each}`)}
                        </option>
                      ))}
                    </LightSelect>
                  )}
                </Labelled>
                <Labelled
                  label={t('forms.quoteWindow')}
                  hint={t('forms.quoteWindow.hint')}
                  problem={problems['quoteWindowDays']}
                >
                  {(field) => (
                    <LightInput
                      {...field}
                      type="number"
                      min={1}
                      max={365}
                      value={value.quoteWindowDays ?? ''}
                      onChange={({ target }) =>
                        change({ quoteWindowDays: target.value === '' ? null : Number(target.value) })
                      }
                    />
                  )}
                </Labelled>
                <Labelled label={t('forms.nda')}>
                  {(field) => (
                    <LightSelect
                      {...field}
                      value={value.nda}
                      onChange={({ target }) => change({ nda: requestFormSchema.shape.nda.parse(target.value) })}
                    >
                      {(['ASK', 'ALWAYS', 'NEVER'] as const).map((each) => (
                        <option key={each} value={each}>
                          {t(`forms.nda.${each}`)}
                        </option>
                      ))}
                    </LightSelect>
                  )}
                </Labelled>
                <label className={css['check']}>
                  <input
                    type="checkbox"
                    checked={value.autoQuote}
                    onChange={({ target }) => change({ autoQuote: target.checked })}
                  />
                  {t('forms.autoQuote')}
                </label>
              </div>
            </Section>
          </div>
        )}
        <Preview form={{ ...value, id: form.id, version: editor.published?.version ?? 0 }} />
      </div>
    </div>
  );
});
