import { menuChangeSchema } from '@sinter/sdk/contract/host/registry';
import { DataTable, LightButton, Section, StatusPill, useTexts } from '@sinter/sdk/ui';
import { SwitchField, TextField } from '@sinter/sdk/ui/form';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import type { MenuEntry, ModulesStore, RegistryView } from './ModulesStore.ts';
import { usualLabel } from './names.ts';
import css from './modules.module.css';

const areas = ['SIDE', 'TOP', 'PROFILE'] as const;

/** Labels, badges, addresses and visibility of menu entries, per area. */
export const MenuTab = observer(function MenuTab({ store, registry }: { store: ModulesStore; registry: RegistryView }) {
  const t = useTexts();
  return (
    <>
      <p className={css['intro']}>{t('menuEdit.intro')}</p>
      {areas.map((area) => (
        <Section key={area} title={t(`menuEdit.area.${area}`)}>
          <DataTable
            label={t(`menuEdit.area.${area}`)}
            rows={registry.menu.filter((entry) => entry.area === area)}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'label',
                rank: 'name',
                title: t('menuEdit.label'),
                render: (entry) => entry.change.label ?? usualLabel(entry),
              },
              {
                key: 'path',
                rank: 'extra',
                title: t('menuEdit.address'),
                render: (entry) => <code>{entry.change.url ?? (entry.path || t('menuEdit.noAddress'))}</code>,
              },
              { key: 'badge', title: t('menuEdit.badge'), render: (entry) => entry.change.badge ?? '' },
              { key: 'state', title: t('menuEdit.state'), render: (entry) => <EntryState entry={entry} /> },
              {
                key: 'edit',
                title: '',
                align: 'right',
                render: (entry) => (
                  <LightButton
                    size="small"
                    aria-label={t('menuEdit.editOne', { entry: usualLabel(entry) })}
                    onClick={() => store.edit(entry)}
                  >
                    {t('menuEdit.edit')}
                  </LightButton>
                ),
              },
            ]}
          />
        </Section>
      ))}
      {store.editing && <EntryDrawer key={store.editing.id} store={store} entry={store.editing} />}
    </>
  );
});

const isShown = ({ change, hidden }: MenuEntry): boolean => change.enabled ?? !hidden;

function EntryState({ entry }: { entry: MenuEntry }) {
  const t = useTexts();
  if (!isShown(entry)) return <StatusPill tone="grey">{t('menuEdit.hidden')}</StatusPill>;
  return Object.keys(entry.change).length > 0 ? (
    <StatusPill tone="blue">{t('menuEdit.changed')}</StatusPill>
  ) : (
    <>{t('menuEdit.usual')}</>
  );
}

const { url, label, badge } = menuChangeSchema.shape;
const usual = z.literal('');

/** Empty texts stand for what is usual. */
const entrySchema = (wrongAddress: string) =>
  z
    .object({
      shown: z.boolean(),
      label: usual.or(label.unwrap()),
      badge: usual.or(badge.unwrap().unwrap()),
      url: z.string().refine((text) => usual.or(url.unwrap()).safeParse(text).success, wrongAddress),
    })
    .transform(({ shown, ...texts }) => ({
      shown,
      texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    }));

function EntryDrawer({ store, entry }: { store: ModulesStore; entry: MenuEntry }) {
  const t = useTexts();
  const { change } = entry;
  return (
    <FormDrawer
      keep={`admin.menu.${entry.id}`}
      title={usualLabel(entry)}
      size={460}
      save={t('menuEdit.save')}
      changedOnly
      onClose={() => store.edit(null)}
      initialValues={{
        shown: isShown(entry),
        label: change.label ?? '',
        badge: change.badge ?? '',
        url: change.url ?? '',
      }}
      schema={entrySchema(t('menuEdit.address.wrong'))}
      onSubmit={({ shown, texts }) => {
        const { enabled: _enabled, label: _label, badge: _badge, url: _url, ...others } = change;
        return store.changeEntry(entry, {
          ...others,
          ...texts,
          ...(shown === !entry.hidden ? {} : { enabled: shown }),
        });
      }}
    >
      <SwitchField name="shown" label={t('menuEdit.shown')} />
      <TextField name="label" label={t('menuEdit.label')} placeholder={usualLabel(entry)} maxLength={60} />
      <TextField name="badge" label={t('menuEdit.badge')} maxLength={20} />
      <TextField name="url" label={t('menuEdit.address')} placeholder={entry.path || 'https://'} maxLength={500} />
      <p className={css['facts']}>{t('menuEdit.addressHint')}</p>
    </FormDrawer>
  );
}
