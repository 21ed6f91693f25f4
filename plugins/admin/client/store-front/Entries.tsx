import { observer } from 'mobx-react-lite';
import { StatusPill, useTexts } from '@sinter/sdk/ui';
import { type Entry, hostText, languageName } from './facts.ts';
import { Check, Field } from './Field.tsx';
import { firstLanguage, type Item, type ItemChange, type StoreFrontStore } from './StoreFrontStore.ts';
import css from './storeFront.module.css';

interface EntriesProps {
  store: StoreFrontStore;
  area: Entry['area'];
}

/** Entries of the header or of the profile menu: each unfolds. */
export const Entries = observer(function Entries({ store, area }: EntriesProps) {
  const items = store.editor.value?.items ?? {};
  return (
    <div className={css['entries']}>
      {store.entries
        .filter((entry) => entry.area === area)
        .map((entry) => (
          <EntryFields key={entry.id} store={store} entry={entry} item={items[entry.id] ?? {}} />
        ))}
    </div>
  );
});

const EntryFields = observer(function EntryFields({
  store,
  entry,
  item,
}: {
  store: StoreFrontStore;
  entry: Entry;
  item: Item;
}) {
  const t = useTexts();
  const { language, editor } = store;
  const problem = (name: string) => editor.problems[`items.${entry.id}.${name}`];
  const change = (changed: ItemChange) => store.changeItem(entry.id, changed);
  const usual = hostText(entry.label);
  const isShown = item.enabled ?? entry.enabled;
  const address = item.url ?? entry.path;
  const isFirst = language === firstLanguage;
  const rename = (words: string) => {
    if (isFirst) return change({ label: words === '' ? undefined : words });
    const labels = store.withWords(item.labels ?? {}, words);
    change({ labels: Object.keys(labels).length === 0 ? undefined : labels });
  };
  return (
    <details>
      <summary>
        <bdi>{item.label ?? usual}</bdi>
        {!isShown && <StatusPill tone="grey">{t('shopConfig.hidden')}</StatusPill>}
        {isShown && Object.keys(item).length > 0 && <StatusPill tone="blue">{t('shopConfig.changed')}</StatusPill>}
      </summary>
      <div className={css['fields']}>
        <Check label={t('shopConfig.shown')} checked={isShown} onChange={(enabled) => change({ enabled })} />
        <Field
          label={`${t('shopConfig.label')} (${languageName(language)})`}
          value={(isFirst ? item.label : item.labels?.[language]) ?? ''}
          placeholder={item.label ?? usual}
          problem={problem(isFirst ? 'label' : `labels.${language}`)}
          maxLength={60}
          onChange={rename}
        />
        <Field
          label={t('shopConfig.address')}
          value={item.url ?? ''}
          placeholder={entry.path || 'https://'}
          problem={problem('url')}
          hint={t('shopConfig.address.hint')}
          maxLength={500}
          inputMode="url"
          onChange={(url) => change({ url: url === '' ? undefined : url })}
        />
        <Field
          label={t('shopConfig.badge')}
          value={item.badge ?? ''}
          placeholder={entry.badge}
          problem={problem('badge')}
          maxLength={20}
          onChange={(badge) => change({ badge: badge === '' ? undefined : badge })}
        />
        <Check
          label={t('shopConfig.badgeShown')}
          checked={item.badgeEnabled ?? Boolean(item.badge ?? entry.badge)}
          onChange={(badgeEnabled) => change({ badgeEnabled })}
        />
        <Check
          label={t('shopConfig.newTab')}
          checked={item.newTab ?? address.startsWith('https://')}
          onChange={(newTab) => change({ newTab })}
        />
      </div>
    </details>
  );
});
