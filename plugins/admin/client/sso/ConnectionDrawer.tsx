import { memberRoleSchema } from '@sinter/sdk/contract/enums';
import { FileDropZone, toast, useTexts } from '@sinter/sdk/ui';
import { SelectField, SwitchField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { connectionFormSchema, valuesOf } from './connectionForm.ts';
import type { SsoConnection, SsoStore } from './SsoStore.ts';
import css from './sso.module.css';

const providerRoles = memberRoleSchema.options.filter((role) => role.startsWith('SP_') && role !== 'SP_SUPER_ADMIN');

/** One connection: what the identity provider says of itself, who may come, and what people see. */
export function ConnectionDrawer({ store, connection }: { store: SsoStore; connection: SsoConnection | 'new' }) {
  const t = useTexts();
  const isNew = connection === 'new';
  return (
    <FormDrawer
      keep={`admin.sso.${isNew ? 'new' : connection.id}`}
      secrets={['clientSecret']}
      title={isNew ? t('sso.add') : t('sso.editOne', { provider: connection.provider })}
      size={600}
      save={t('sso.save')}
      onClose={() => store.edit(null)}
      initialValues={valuesOf(connection, t('sso.buttonDefault'))}
      schema={connectionFormSchema}
      onSubmit={async (input) => {
        await store.save(input);
        toast.success(t('sso.saved'));
      }}
    >
      {({ values, setFieldValue }) => (
        <>
          <SelectField
            name="authType"
            label={t('sso.kind')}
            options={(['SAML', 'OIDC'] as const).map((value) => ({ value, label: t(`sso.kind.${value}`) }))}
          />
          {values.authType === 'SAML' ? (
            <>
              <TextareaField name="metadata" label={t('sso.metadata')} rows={5} required={isNew} />
              {!isNew && <p className={css['hint']}>{t('sso.metadataAgain')}</p>}
              <FileDropZone
                title={t('sso.metadataFile')}
                extensions={['xml']}
                multiple={false}
                onFiles={([file]) => void file?.text().then((text) => setFieldValue('metadata', text))}
              />
            </>
          ) : (
            <>
              <TextField
                name="issuer"
                label={t('sso.issuer')}
                type="url"
                placeholder="https://login.example.com"
                required
              />
              <TextField name="clientId" label={t('sso.clientId')} required />
              <TextField
                name="clientSecret"
                label={t('sso.clientSecret')}
                autoComplete="off"
                placeholder={!isNew && connection.secretSet ? t('sso.secretKept') : ''}
              />
            </>
          )}
          <TextField name="emailDomains" label={t('sso.emails')} placeholder="example.com, example.org" required />
          <p className={css['hint']}>{t('sso.emailsHint')}</p>
          <TextField name="siteDomain" label={t('sso.site')} placeholder={t('sso.everySite')} />
          <p className={css['hint']}>{t('sso.siteHint')}</p>
          <SwitchField name="createUsers" label={t('sso.createUsers')} />
          {values.createUsers && (
            <SelectField
              name="defaultRole"
              label={t('sso.defaultRole')}
              options={providerRoles.map((value) => ({ value, label: t(`role.${value}`) || value }))}
            />
          )}
          <TextField name="headline1" label={t('sso.headline1')} maxLength={200} />
          <TextField name="buttonText" label={t('sso.button')} maxLength={60} required />
          <TextField name="headline2" label={t('sso.headline2')} maxLength={200} />
          <SwitchField name="customLogin" label={t('sso.customLogin')} />
          {values.customLogin && <p className={css['hint']}>{t('sso.customLoginHint')}</p>}
          <SwitchField name="enabled" label={t('sso.enabled')} />
        </>
      )}
    </FormDrawer>
  );
}
