import { say } from '@sinter/sdk/i18n/said';
import { Link, StatusPill, useTexts } from '@sinter/sdk/ui';
import { Switch } from 'antd';
import type { Module } from './ModulesStore.ts';
import { moduleName } from './names.ts';
import css from './modules.module.css';

/** `vendor.name`: the host has a page with its permissions and settings. */
const isVendors = (id: string): boolean => id.includes('.');

interface ModuleCardProps {
  module: Module;
  /** All of them, for the names of those that need it. */
  modules: readonly Module[];
  busy: boolean;
  onToggle: () => void;
}

/** One module: what it brings, what needs it, its state and its switch. */
export function ModuleCard({ module, modules, busy, onToggle }: ModuleCardProps) {
  const t = useTexts();
  return (
    <li className={css['card']}>
      <div className={css['head']}>
        <h2>{module.title}</h2>
        <ModuleState module={module} />
      </div>
      <p className={css['facts']}>{t('module.facts', { publisher: module.publisher, version: module.version })}</p>
      {module.problem !== null && (
        <p role="alert" className={css['problem']}>
          {say(module.problem.message, module.problem.said)}
        </p>
      )}
      {module.warnings.map((warning) => (
        <p key={warning.message} className={css['warning']}>
          {say(warning.message, warning.said)}
        </p>
      ))}
      {module.pages.length > 0 && (
        <ul className={css['pages']} aria-label={t('module.pages')}>
          {[...new Set(module.pages.map(({ title }) => title))].map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      {module.requiredBy.length > 0 && (
        <p className={css['facts']}>
          {t('module.requiredBy', { modules: module.requiredBy.map((id) => moduleName(modules, id)).join(', ') })}
        </p>
      )}
      <div className={css['foot']}>
        {module.canBeSwitchedOff ? (
          <Switch
            checked={module.enabled}
            loading={busy}
            onChange={onToggle}
            aria-label={t('module.switch', { module: module.title })}
          />
        ) : (
          <span className={css['facts']}>{t('module.always')}</span>
        )}
        {isVendors(module.id) && <Link to={`/apps/${module.id}/settings`}>{t('module.settings')}</Link>}
      </div>
    </li>
  );
}

function ModuleState({ module }: { module: Module }) {
  const t = useTexts();
  if (module.problem !== null) return <StatusPill tone="red">{t('module.broken')}</StatusPill>;
  return module.enabled ? (
    <StatusPill tone="green">{t('module.on')}</StatusPill>
  ) : (
    <StatusPill tone="grey">{t('module.off')}</StatusPill>
  );
}
