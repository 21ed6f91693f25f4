import { observer } from 'mobx-react-lite';
import { Loading, Page, useStore, useTexts } from '@sinter/sdk/ui';
import { Form } from '@sinter/sdk/ui/form';
import { PackedResult } from './PackedResult.tsx';
import { firstValues, packSchema } from './packForm.ts';
import { PackSetup } from './PackSetup.tsx';
import { PackStore } from './PackStore.ts';
import css from './packing.module.css';

/** Chosen parts in the build volume of a machine, until production planning takes this over. */
export default observer(function PackPage() {
  const t = useTexts();
  const store = useStore((host) => new PackStore(host));
  const { plates, built } = store;
  return (
    <Page title={t('page.pack')}>
      {plates.answer === null && plates.loading ? (
        <Loading text={t('pack.loading')} />
      ) : (
        <div className={css['page']}>
          <Form
            keep="catalog.pack"
            initialValues={firstValues(plates.answer?.[0])}
            schema={packSchema(t)}
            onSubmit={({ parts, input }) => store.pack(parts, input)}
          >
            <PackSetup store={store} />
          </Form>
          {built && <PackedResult key={built.file?.id ?? 0} built={built} />}
        </div>
      )}
    </Page>
  );
});
