import { useTexts } from '@sinter/sdk/ui';
import { Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import type { ModulesStore, RegistryView } from './ModulesStore.ts';
import { titleOf } from '../titles.ts';
import css from './modules.module.css';

/** The facility's feature flags. */
export const Features = observer(function Features({
  store,
  registry,
}: {
  store: ModulesStore;
  registry: RegistryView;
}) {
  const t = useTexts();
  return (
    <ul className={css['features']}>
      {registry.features.map(({ key, label, enabled, byDefault, hasScreen }) => {
        const name = titleOf(t, label, key);
        return (
          <li key={key}>
            <div>
              <h2>{name}</h2>
              <p>{titleOf(t, `${label}.text`, '')}</p>
              {enabled && !hasScreen && <p className={css['warning']}>{t('feature.noScreen')}</p>}
              {enabled !== byDefault && (
                <p className={css['facts']}>{t(byDefault ? 'feature.usuallyOn' : 'feature.usuallyOff')}</p>
              )}
            </div>
            <Switch
              checked={enabled}
              loading={store.isSwitching(key, name)}
              onChange={(next) => void store.toggleFeature(key, next, name)}
              aria-label={t('module.switch', { module: name })}
            />
          </li>
        );
      })}
    </ul>
  );
});
