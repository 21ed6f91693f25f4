import {
  plainQuality,
  qualityKind,
  qualitySettingsSchema,
  type Defect,
  type QualitySettings,
} from '@sinter/sdk/contract/quality/settings';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { enteringSchema, factsOf } from './facts.ts';

export type NamedList = 'types' | 'severities';

/** How strictly the facility works with non-conformances, as it is edited. */
export class QualityStore {
  readonly editor: SettingEditor<QualitySettings>;

  constructor(host: Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>) {
    this.editor = new SettingEditor<QualitySettings>(host, {
      kind: qualityKind,
      schema: qualitySettingsSchema,
      entering: enteringSchema,
      facts: (value) => factsOf(host.t, value),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.editor.start();
  }

  get #value(): QualitySettings {
    return this.editor.value ?? plainQuality;
  }

  set(part: Partial<QualitySettings>): void {
    if (this.editor.value) this.editor.change({ ...this.editor.value, ...part });
  }

  add(list: NamedList): void {
    const { types, severities } = this.#value;
    if (list === 'types') this.set({ types: [...types, { key: keyOf('', types), name: '' }] });
    else this.set({ severities: [...severities, { key: keyOf('', severities), name: '', dueDays: null }] });
  }

  /** Until it is published its key follows its name: that is what is read once it has left the list. */
  rename(list: NamedList, at: number, name: string): void {
    const known = this.editor.published?.value[list] ?? [];
    const renamed = <Named extends { key: string; name: string }>(all: readonly Named[]): Named[] =>
      all.map((each, index) => {
        if (index !== at) return each;
        const isKept = [...known, ...plainQuality[list]].some(({ key }) => key === each.key);
        return { ...each, name, key: isKept ? each.key : keyOf(name, all.toSpliced(at, 1)) };
      });
    const { types, severities } = this.#value;
    this.set(list === 'types' ? { types: renamed(types) } : { severities: renamed(severities) });
  }

  move(list: NamedList, from: number, to: number): void {
    const moved = <Named>(all: readonly Named[]): Named[] =>
      all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1));
    const { types, severities } = this.#value;
    this.set(list === 'types' ? { types: moved(types) } : { severities: moved(severities) });
  }

  remove(list: NamedList, at: number): void {
    this.set({ [list]: this.#value[list].toSpliced(at, 1) });
  }

  /** Below another one, or at the top. */
  addDefect(parentId: number | null): number {
    const { defects } = this.#value;
    const id = freeId(defects);
    this.set({ defects: [...defects, { id, parentId, name: '' }] });
    return id;
  }

  changeDefect(id: number, part: Partial<Omit<Defect, 'id'>>): void {
    const { defects } = this.#value;
    this.set({ defects: defects.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  }

  /** With all that is below it. */
  removeDefect(id: number): void {
    const { defects } = this.#value;
    const gone = belowOf(defects, id);
    this.set({ defects: defects.filter((each) => !gone.has(each.id)) });
  }
}

/** What a name is called in addresses and exports; a word of its own where the name has no Latin letters. Pure but for that. */
export function keyOf(name: string, taken: readonly { key: string }[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replace(/^-+|-+$/g, '');
  const wanted = plain || `k-${crypto.randomUUID().slice(0, 8)}`;
  const isFree = (key: string) => !taken.some((each) => each.key === key);
  let key = wanted;
  for (let number = 2; !isFree(key); number += 1) key = `${wanted}-${number}`;
  return key;
}

/** One that no defect had before: non-conformances name those of earlier versions. */
function freeId(taken: readonly Defect[]): number {
  const id = 1 + Math.floor(Math.random() * 2_000_000_000);
  return taken.some((each) => each.id === id) ? freeId(taken) : id;
}

/** A defect and all below it. Pure. */
export function belowOf(defects: readonly Defect[], id: number): Set<number> {
  const found = new Set([id]);
  for (const at of found) for (const each of defects) if (each.parentId === at) found.add(each.id);
  return found;
}
