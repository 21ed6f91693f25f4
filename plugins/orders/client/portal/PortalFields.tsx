import type { ReactNode } from 'react';
import { Input, Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import { orderStatusSchema } from '@sinter/sdk/contract/orders/orders';
import { ownStatuses, portalColumnSchema, type PublicStatus, type Words } from '@sinter/sdk/contract/orders/portal';
import { LightButton, LightInput, StatusPill, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { PortalField, switches } from './portalFacts.ts';
import type { PortalStore } from './PortalStore.ts';
import css from './portal.module.css';

interface SettingProps {
  store: PortalStore;
}

/** Where a setting comes from, and the way back to that. */
const From = observer(function From({ store, field }: SettingProps & { field: PortalField }) {
  const t = useTexts();
  const isOne = store.customerId !== null;
  if (!store.isOwn(field))
    return <StatusPill tone="grey">{t(isOne ? 'portal.inherited' : 'portal.delivered')}</StatusPill>;
  return (
    <>
      <StatusPill tone="blue">{t(isOne ? 'portal.onlyHere' : 'portal.changed')}</StatusPill>
      <LightButton
        aria-label={t('portal.resetOf', { setting: t(`portal.${field}`) })}
        onClick={() => store.reset(field)}
      >
        {t('portal.reset')}
      </LightButton>
    </>
  );
});

export function Setting({ store, field, children }: SettingProps & { field: PortalField; children: ReactNode }) {
  const t = useTexts();
  return (
    <div className={css['setting']}>
      <div className={css['head']}>
        <strong>{t(`portal.${field}`)}</strong>
        <span className={css['from']}>
          <From store={store} field={field} />
        </span>
      </div>
      <p className={css['quiet']}>{t(`portal.${field}.hint`)}</p>
      {children}
    </div>
  );
}

type SwitchField = (typeof switches)[number];

export const SwitchSetting = observer(function SwitchSetting({ store, field }: SettingProps & { field: SwitchField }) {
  const t = useTexts();
  return (
    <Setting store={store} field={field}>
      <Switch
        aria-label={t(`portal.${field}`)}
        checked={store.portal[field]}
        onChange={(on) => store.set({ [field]: on })}
      />
    </Setting>
  );
});

export const ColumnsSetting = observer(function ColumnsSetting({ store }: SettingProps) {
  const t = useTexts();
  const { hiddenColumns } = store.portal;
  return (
    <Setting store={store} field="hiddenColumns">
      <div className={css['boxes']} role="group" aria-label={t('portal.hiddenColumns')}>
        {portalColumnSchema.options.map((column) => (
          <label key={column}>
            <input
              type="checkbox"
              checked={!hiddenColumns.includes(column)}
              onChange={({ target }) => {
                const others = hiddenColumns.filter((each) => each !== column);
                store.set({ hiddenColumns: target.checked ? others : [...others, column] });
              }}
            />
            {t(`column.${column}`)}
          </label>
        ))}
      </div>
    </Setting>
  );
});

const LanguageChoice = observer(function LanguageChoice({ store }: SettingProps) {
  const t = useTexts();
  const languages = store.languages.answer ?? [];
  return (
    <Select<string>
      aria-label={t('portal.language')}
      value={store.language}
      options={languages.map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(language) => store.write(language)}
    />
  );
});

/** The words with one language's text replaced; an empty one says nothing. */
function written(words: Words, language: string, text: string): Record<string, string> {
  const { [language]: _, ...others } = words;
  return text === '' ? others : { ...others, [language]: text };
}

export const StatusesSetting = observer(function StatusesSetting({ store }: SettingProps) {
  const t = useTexts();
  const { language } = store;
  const { statuses } = store.portal;
  const put = (at: number, change: Partial<PublicStatus>) =>
    store.set({ statuses: statuses.map((each, index) => (index === at ? { ...each, ...change } : each)) });
  const taken = statuses.flatMap((each) => each.statuses);
  return (
    <Setting store={store} field="statuses">
      {statuses.length > 0 && <LanguageChoice store={store} />}
      {statuses.map((each, at) => {
        const alone = each.statuses.some((one) => ownStatuses.includes(one));
        const free = orderStatusSchema.options.filter(
          (one) =>
            each.statuses.includes(one) ||
            (!taken.includes(one) && !alone && (each.statuses.length === 0 || !ownStatuses.includes(one))),
        );
        return (
          // Rows are added at the end, and have nothing else to be told by.
          <div key={at} className={css['row']} role="group" aria-label={t('portal.status', { number: at + 1 })}>
            <LightInput
              aria-label={t('portal.statusName')}
              placeholder={t('portal.statusName')}
              dir="auto"
              maxLength={60}
              value={each.name[language] ?? ''}
              onChange={({ target }) => put(at, { name: written(each.name, language, target.value) })}
            />
            <Select
              aria-label={t('portal.statusOf')}
              mode="multiple"
              value={each.statuses}
              placeholder={t('portal.statusOf')}
              options={free.map((value) => ({ value, label: t(`status.${value}`) }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(chosen: PublicStatus['statuses']) => put(at, { statuses: chosen })}
            />
            <LightButton
              aria-label={t('portal.statusRemove', { number: at + 1 })}
              onClick={() => store.set({ statuses: statuses.toSpliced(at, 1) })}
            >
              ×
            </LightButton>
          </div>
        );
      })}
      {store.isWrong('statuses') && (
        <p role="alert" className={css['problem']}>
          {t('portal.statuses.wrong')}
        </p>
      )}
      <div>
        <LightButton onClick={() => store.set({ statuses: [...statuses, { name: {}, statuses: [] }] })}>
          {t('portal.statusAdd')}
        </LightButton>
      </div>
    </Setting>
  );
});

export const WelcomeSetting = observer(function WelcomeSetting({ store }: SettingProps) {
  const t = useTexts();
  const { language } = store;
  const { welcome } = store.portal;
  return (
    <Setting store={store} field="welcome">
      <LanguageChoice store={store} />
      <Input.TextArea
        aria-label={t('portal.welcome')}
        dir="auto"
        rows={3}
        maxLength={1000}
        value={welcome[language] ?? ''}
        onChange={({ target }) => store.set({ welcome: written(welcome, language, target.value) })}
      />
    </Setting>
  );
});
