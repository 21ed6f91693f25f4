import { observer } from 'mobx-react-lite';
import { Checkbox } from 'antd';
import * as z from 'zod';
import { linkShareSchema } from '@sinter/sdk/contract/host/linkApps';
import { FileDropZone, useTexts } from '@sinter/sdk/ui';
import { FormDrawer, SideDrawer } from '@sinter/sdk/ui/drawer';
import { Select } from '@sinter/sdk/ui/select';
import { FieldFrame, SelectField, SwitchField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { Editing, LinkReviewStore, Reviewed } from './LinkReviewStore.ts';
import css from '../marketplace.module.css';

interface Facility {
  id: number;
  name: string;
}
interface LinkDrawerProps {
  store: LinkReviewStore;
  editing: Exclude<Editing, { kind: 'remove' }>;
  facilities: readonly Facility[];
}

const size = 520;

/** A link app, its picture, or whom it is offered to. */
export function LinkDrawer({ store, editing, facilities }: LinkDrawerProps) {
  if (editing.kind === 'new') return <Facts store={store} app={null} />;
  if (editing.kind === 'change') return <Facts store={store} app={editing.app} />;
  if (editing.kind === 'logo') return <Logo store={store} app={editing.app} />;
  if (editing.kind === 'publish') return <Publish store={store} app={editing.app} facilities={facilities} />;
  return <Block store={store} app={editing.app} />;
}

function Facts({ store, app }: { store: LinkReviewStore; app: Reviewed | null }) {
  const t = useTexts();
  const schema = z.object({
    name: z
      .string()
      .trim()
      .min(1, { error: t('link.name.missing') }),
    appURL: z
      .string()
      .trim()
      .min(1, { error: t('link.address.missing') }),
    description: z.string().trim(),
    appType: z.enum(['TOP_NAV_LINK', 'ICON_BUTTON']),
    internalApp: z.boolean(),
    asks: z.array(linkShareSchema),
  });
  const initialValues: z.input<typeof schema> = {
    name: app?.name ?? '',
    appURL: app?.appURL ?? '',
    description: app?.description ?? '',
    appType: app?.appType ?? 'TOP_NAV_LINK',
    internalApp: app?.internalApp ?? false,
    asks: app?.asks ?? [],
  };
  return (
    <FormDrawer
      title={app === null ? t('link.add') : t('link.change.title', { app: app.name })}
      size={size}
      keep={`marketplace.link.${app?.id ?? 'new'}`}
      save={t(app === null ? 'link.add' : 'link.save')}
      lead={<p className={css['quiet']}>{t('link.facts.text')}</p>}
      initialValues={initialValues}
      schema={schema}
      onSubmit={(values) => store.save(app, values)}
      onClose={() => store.edit(null)}
    >
      <TextField name="name" label={t('link.name')} required maxLength={60} />
      <TextField name="appURL" label={t('link.address')} hint={t('link.address.help')} required maxLength={500} />
      <TextareaField name="description" label={t('link.description')} rows={3} maxLength={500} />
      <SelectField
        name="appType"
        label={t('link.type')}
        options={(['TOP_NAV_LINK', 'ICON_BUTTON'] as const).map((value) => ({ value, label: t(`link.type.${value}`) }))}
      />
      <SwitchField name="internalApp" label={t('link.isInternal')} hint={t('link.isInternal.help')} />
      <FieldFrame<z.infer<typeof linkShareSchema>[]> name="asks" label={t('link.asks')} hint={t('link.asks.help')}>
        {({ value, change, control }) => (
          <Checkbox.Group
            {...control}
            value={value}
            options={linkShareSchema.options.map((share) => ({ value: share, label: t(`link.share.${share}`) }))}
            onChange={change}
          />
        )}
      </FieldFrame>
    </FormDrawer>
  );
}

const Logo = observer(function Logo({ store, app }: { store: LinkReviewStore; app: Reviewed }) {
  const t = useTexts();
  const { logo } = store;
  return (
    <SideDrawer
      title={t('link.logo.title', { app: app.name })}
      size={size}
      unsaved={false}
      onClose={() => store.edit(null)}
    >
      <FileDropZone
        extensions={['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg']}
        multiple={false}
        disabled={logo.busy}
        title={t('link.logo.choose')}
        hint={t('link.logo.help')}
        onFiles={([file]) => file && void logo.run(app, file)}
      />
      {logo.problem !== null && (
        <p role="alert" className={css['problem']}>
          {logo.fields['file'] ?? logo.problem}
        </p>
      )}
    </SideDrawer>
  );
});

function Publish({
  store,
  app,
  facilities,
}: {
  store: LinkReviewStore;
  app: Reviewed;
  facilities: readonly Facility[];
}) {
  const t = useTexts();
  const schema = z
    .object({ everybody: z.boolean(), facilityIds: z.array(z.number()) })
    .refine(({ everybody, facilityIds }) => everybody || facilityIds.length > 0, {
      path: ['facilityIds'],
      error: t('link.facilities.missing'),
    });
  return (
    <FormDrawer
      title={t('link.publish.title', { app: app.name })}
      size={size}
      keep={`marketplace.linkOffer.${app.id}`}
      save={t('decide.publish')}
      lead={<p className={css['quiet']}>{t('link.publish.text')}</p>}
      initialValues={{ everybody: app.offer.everybody, facilityIds: app.offer.facilityIds }}
      schema={schema}
      onSubmit={(values) => store.publish(app, values)}
      onClose={() => store.edit(null)}
    >
      {({ values: { everybody } }) => (
        <>
          <SwitchField name="everybody" label={t('link.everybody')} />
          {!everybody && (
            <FieldFrame<number[]> name="facilityIds" label={t('link.facilities')} required>
              {({ value, change, control }) => (
                <Select<number[]>
                  {...control}
                  mode="multiple"
                  value={value}
                  options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
                  showSearch={{ optionFilterProp: 'label' }}
                  onChange={change}
                  style={{ width: '100%' }}
                />
              )}
            </FieldFrame>
          )}
        </>
      )}
    </FormDrawer>
  );
}

function Block({ store, app }: { store: LinkReviewStore; app: Reviewed }) {
  const t = useTexts();
  const schema = z.object({
    reason: z
      .string()
      .trim()
      .min(1, { error: t('reason.missing') }),
  });
  return (
    <FormDrawer
      title={t('link.block.title', { app: app.name })}
      size={size}
      danger
      keep={`marketplace.linkBlock.${app.id}`}
      save={t('decide.block')}
      lead={<p>{t('link.block.text', { count: app.installs })}</p>}
      initialValues={{ reason: '' }}
      schema={schema}
      onSubmit={({ reason }) => store.block(app, reason)}
      onClose={() => store.edit(null)}
    >
      <TextareaField name="reason" label={t('reason')} rows={3} maxLength={500} />
    </FormDrawer>
  );
}
