import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { TextField } from '@sinter/sdk/ui/form';
import type { SourcesStore } from './SourcesStore.ts';
import css from '../marketplace.module.css';

/** Another server is asked for its key; once somebody has compared that, the server becomes a source. */
export default observer(function ServerDrawer({ store }: { store: SourcesStore }) {
  const t = useTexts();
  const { shown } = store;
  const schema = z.object({
    name: z
      .string()
      .trim()
      .min(1, { error: t('server.name.missing') }),
    address: z
      .string()
      .trim()
      .pipe(z.url({ protocol: /^https?$/, error: t('server.address.wrong') })),
    apiKey: z
      .string()
      .trim()
      .min(10, { error: t('server.apiKey.missing') }),
  });
  return (
    <FormDrawer
      title={t('server.add')}
      size={480}
      keep="marketplace.server"
      secrets={['apiKey']}
      save={t(shown === null ? 'server.ask' : 'server.confirm')}
      lead={<p className={css['quiet']}>{t('server.add.text')}</p>}
      initialValues={{ name: '', address: '', apiKey: '' }}
      schema={schema}
      onSubmit={(values) => store.addServer(values)}
      onClose={() => store.enter(false)}
    >
      <TextField name="name" label={t('server.name')} maxLength={100} />
      <TextField
        name="address"
        type="url"
        label={t('server.address')}
        hint={t('server.address.help')}
        maxLength={300}
      />
      <TextField
        name="apiKey"
        type="password"
        autoComplete="off"
        label={t('server.apiKey')}
        hint={t('server.apiKey.help')}
        maxLength={300}
      />
      <div role="status">
        {shown !== null && (
          <>
            <p>{t('server.compare', { address: shown.address })}</p>
            <p>
              {t('source.key')} <code className={css['address']}>{shown.keyId}</code>
            </p>
            <p className={css['quiet']}>{t('server.offers', { count: shown.packages })}</p>
          </>
        )}
      </div>
    </FormDrawer>
  );
});
