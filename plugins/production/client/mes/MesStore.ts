import type { CallResult } from '@sinter/sdk/contract/call';
import { listFacilityMaterials, listFacilityPostProcessing } from '@sinter/sdk/contract/catalog/machines';
import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import {
  mesKind,
  mesSettingsSchema,
  type CatalogStep,
  type MesSettings,
  type StepKind,
} from '@sinter/sdk/contract/production/mes';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { SettingEditor } from '@sinter/sdk/state/versions';
import { enteringSchema, factsOf } from './mesFacts.ts';

export type Named = readonly { id: number; name: string }[];

interface Catalog {
  processIds: CallResult<typeof listAmProcesses>;
  materialIds: CallResult<typeof listFacilityMaterials>;
  finishIds: CallResult<typeof listFacilityPostProcessing>;
}

/** How the facility makes parts, as it is edited. */
export class MesStore {
  readonly editor: SettingEditor<MesSettings>;
  /** What templates can be for. */
  readonly catalog: Question<void, Catalog>;

  constructor(host: Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 't' | 'user'>) {
    const { api, t } = host;
    this.catalog = new Question<void, Catalog>(host, {
      ask: async (_, signal) => {
        const [processIds, materialIds, finishIds] = await Promise.all([
          api.call(listAmProcesses, { query: {} }, { signal }),
          api.call(listFacilityMaterials, {}, { signal }),
          api.call(listFacilityPostProcessing, {}, { signal }),
        ]);
        return { processIds, materialIds, finishIds };
      },
      failed: 'processes, materials and finishes could not be listed',
    });
    this.editor = new SettingEditor<MesSettings>(host, {
      kind: mesKind,
      schema: mesSettingsSchema,
      entering: enteringSchema,
      facts: (value) => factsOf(t, value, this.named),
    });
    makeStore(this);
  }

  get named(): Record<keyof Catalog, Named> {
    return this.catalog.answer ?? { processIds: [], materialIds: [], finishIds: [] };
  }

  start(): Dispose {
    return together(this.editor.start(), this.catalog.start());
  }

  set(part: Partial<MesSettings>): void {
    const { value } = this.editor;
    if (value) this.editor.change({ ...value, ...part });
  }

  addCenter(): void {
    const { workCenters = [] } = this.editor.value ?? {};
    const center = { key: freeKey(workCenters), name: '', kind: 'POST' as const, limit: null, blocks: false };
    this.set({ workCenters: [...workCenters, center] });
  }

  addStep(): void {
    const { steps = [] } = this.editor.value ?? {};
    const step = { key: freeKey(steps), name: '', optional: false, asksBatch: false, instructions: '', checks: [] };
    this.set({ steps: [...steps, { ...step, ...this.#placed('POST', '') }] });
  }

  /** Another kind is done at a work center of that kind. */
  setKind(at: number, kind: StepKind): void {
    const { steps = [] } = this.editor.value ?? {};
    this.set({
      steps: steps.map((step, index) => (index === at ? { ...step, ...this.#placed(kind, step.workCenter) } : step)),
    });
  }

  /** Templates do without it from then on. */
  removeStep(at: number): void {
    const { steps = [], templates = [] } = this.editor.value ?? {};
    const gone = steps[at]?.key;
    this.set({
      steps: steps.toSpliced(at, 1),
      templates: templates.map((template) => ({ ...template, steps: template.steps.filter((key) => key !== gone) })),
    });
  }

  /** With the build first, without which no template is valid. */
  addTemplate(): void {
    const { steps = [], templates = [] } = this.editor.value ?? {};
    const build = steps.find(({ kind }) => kind === 'PRINT');
    const template = { key: freeKey(templates), name: '', processIds: [], materialIds: [], finishIds: [] };
    this.set({ templates: [...templates, { ...template, steps: build ? [build.key] : [] }] });
  }

  #placed(kind: StepKind, before: string): Pick<CatalogStep, 'kind' | 'workCenter'> {
    const center = this.editor.value?.workCenters.find((each) => each.kind === kind);
    return { kind, workCenter: center?.key ?? before };
  }
}

/** One that nothing had before: workplans that were copied name those of what is gone. */
export function freeKey(taken: readonly { key: string }[]): string {
  const key = `k-${crypto.randomUUID().slice(0, 8)}`;
  return taken.some((each) => each.key === key) ? freeKey(taken) : key;
}
