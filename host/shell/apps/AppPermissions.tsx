import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { Section, toast } from '@sinter/sdk/ui';
import { Form, SwitchField } from '@sinter/sdk/ui/form';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import type { AppSettingsStore, Granting } from './AppSettingsStore.ts';
import css from '../account/account.module.css';
import { scopeText } from './scopeText.ts';
import { SaveOrDiscard } from '../account/SaveOrDiscard.tsx';

/** A name in a form has no colon. */
const fieldOf = (scope: string): string => scope.replace(':', '_');
const schema = z.record(z.string(), z.boolean());

/** What the app asks for, with its reasons, and what the facility grants. */
export const AppPermissions = observer(function AppPermissions({
  store,
  granting: { asked, granted },
}: {
  store: AppSettingsStore;
  granting: Granting;
}) {
  const t = useHostTexts();
  const initial = Object.fromEntries(asked.map(({ scope }) => [fieldOf(scope), granted.includes(scope)]));
  const save = async (entered: Record<string, boolean>) => {
    await store.grant(Object.fromEntries(asked.map(({ scope }) => [scope, entered[fieldOf(scope)] ?? false])));
    toast.success(t('app.saved'));
  };
  return (
    <Section title={t('app.permissions')}>
      <p className={css['note']}>{t('app.permissions.text')}</p>
      <Form key={JSON.stringify(initial)} keep={null} initialValues={initial} schema={schema} onSubmit={save}>
        {() => (
          <>
            {asked.map(({ scope, reason }) => (
              <SwitchField key={scope} name={fieldOf(scope)} label={scopeText(scope)} hint={reason} />
            ))}
            <SaveOrDiscard />
          </>
        )}
      </Form>
    </Section>
  );
});
