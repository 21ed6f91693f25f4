import { i18n } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { titleOf } from '../titles.ts';
import type { MenuEntry, ModulesView, RegistryView } from './ModulesStore.ts';

type Modules = readonly ModulesView['modules'][number][];

/** A host text, or a plugin's own as `<plugin id>:<token>`. */
export function usualLabel({ label, id }: MenuEntry): string {
  const at = label.indexOf(':');
  return at < 0
    ? i18n.t(label, { ns: 'host', defaultValue: id })
    : i18n.t(label.slice(at + 1), { ns: label.slice(0, at), defaultValue: id });
}

export const moduleName = (modules: Modules, id: string): string =>
  modules.find((module) => module.id === id)?.title ?? id;

/** Of `<module>/<screen>`. */
export function screenName(modules: Modules, id: string): string {
  const [moduleId, pageId] = id.split('/');
  return modules.find((module) => module.id === moduleId)?.pages.find((page) => page.id === pageId)?.title ?? id;
}

/** Each once: a screen of both sides is one to the reader. */
export const screenNames = (modules: Modules, ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => screenName(modules, id))),
];

export function entryName({ menu, state }: RegistryView, id: string): string {
  const entry = menu.find((one) => one.id === id);
  return state.menu[id]?.label ?? (entry ? usualLabel(entry) : id);
}

/** `+scheduling`, `-WEBHOOKS` or `menu: sp.archive` in words. */
export function changeText(
  t: PluginHost['t'],
  { modules }: ModulesView,
  registry: RegistryView,
  change: string,
): string {
  const entry = /^menu: (.+)$/.exec(change)?.[1];
  if (entry !== undefined) return t('history.menu', { name: entryName(registry, entry) });
  const id = change.slice(1);
  const feature = registry.features.find(({ key }) => key === id);
  const name = feature ? titleOf(t, feature.label, id) : moduleName(modules, id);
  return t(change.startsWith('+') ? 'history.on' : 'history.off', { name });
}
