import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import { CallError } from '@sinter/sdk/contract/errors';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import type { Preview } from '../../geometry/preview/format.ts';
import { followPreview, type PreviewAnswer, type ViewedFile } from './followPreview.ts';
import { HeatMap } from './HeatMap.ts';
import { Measuring } from './measure/Measuring.ts';
import { Orientation } from './Orientation.ts';
import { fetchMesh } from './part.ts';
import type { Projection } from './scene/camera.ts';
import type { SceneOptions } from './scene/PartScene.ts';

type ViewerHost = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** The state of a large download: the share that is loaded, or why it failed. */
export type Arrival =
  { state: 'NONE' | 'DONE' } | { state: 'COMING'; share: number } | { state: 'FAILED'; error: unknown };

interface Before {
  mesh: Preview;
  report: MeshReport | null;
}

/** A part in a viewer: its mesh while it loads, and how it is shown. */
export class ViewerStore {
  answer: PreviewAnswer | null = null;
  preview: Preview | null = null;
  /** Share of the whole mesh that is loaded. */
  fullShare = 0;
  /** The browser has no WebGL. */
  cannotDraw = false;

  projection: Projection = 'PERSPECTIVE';
  edges = true;
  box = false;
  section: SceneOptions['section'] = null;
  explode = 0;
  /** Share of the picture, from the left, that shows the part before the repair. */
  beforeShare = 0.5;
  comparing = false;

  readonly heat: HeatMap;
  readonly orientation: Orientation;
  readonly measuring = new Measuring();
  readonly original: ViewedFile | null;
  readonly #host: ViewerHost;
  /** Runs until no more levels of the preview will follow. */
  readonly #preview: Question<void, void>;
  readonly #full: Question<FileDto, Preview>;
  readonly #before: Question<ViewedFile, Before>;

  /** `original`: the uploaded file, for comparison. */
  constructor(host: ViewerHost, file: ViewedFile, original: ViewedFile | null) {
    this.#host = host;
    this.original = original;
    this.heat = new HeatMap(host, file);
    this.orientation = new Orientation(host, file);
    this.#preview = new Question<void, void>(host, {
      ask: async (_, signal) => {
        for await (const answer of followPreview(host, file, signal)) {
          this.note({ answer });
          if (answer.status !== 'SUCCESS') continue;
          const preview = this.preview ?? (await meshOf(answer, signal));
          this.note({ preview });
          if (answer.fullFileDTO || preview.triangles.length / 3 >= preview.sourceFacets) return;
        }
      },
      failed: 'a part cannot be shown',
    });
    this.#full = new Question<FileDto, Preview>(host, {
      ask: (whole, signal) => fetchMesh(whole, signal, (fullShare) => this.note({ fullShare })),
      failed: 'the whole mesh did not come',
    });
    this.#before = new Question<ViewedFile, Before>(host, {
      ask: async (uploaded, signal) => {
        for await (const answer of followPreview(host, uploaded, signal)) {
          if (answer.status === 'SUCCESS') return { mesh: await meshOf(answer, signal), report: answer.report };
        }
        throw new CallError('NOT_FOUND');
      },
      failed: 'the part before cannot be shown',
    });
    makeStore(this);
  }

  /** When only the full mesh fails, the light mesh remains. */
  get state(): 'LOADING' | 'READY' | 'FAILED' {
    if (this.preview) return 'READY';
    return this.#preview.state === 'failed' ? 'FAILED' : 'LOADING';
  }

  get error(): unknown {
    return this.#preview.error;
  }

  /** Every facet of the file. */
  get full(): Preview | null {
    return this.#full.answer;
  }

  get fullArrival(): Arrival {
    return arrivalOf(this.#full, this.fullShare);
  }

  get before(): Preview | null {
    return this.#before.answer?.mesh ?? null;
  }

  get beforeReport(): MeshReport | null {
    return this.#before.answer?.report ?? null;
  }

  get beforeArrival(): Arrival {
    return arrivalOf(this.#before, 0);
  }

  get report(): MeshReport | null {
    return this.answer?.report ?? null;
  }

  /** The picture to show until the mesh is loaded. */
  get picture(): FileDto | null {
    const pictures = this.answer?.pictures ?? [];
    return (pictures.find(({ view }) => view === 'ISO') ?? pictures[0])?.fileDTO ?? null;
  }

  get fullFile(): FileDto | null {
    return this.answer?.fullFileDTO ?? null;
  }

  get components(): number {
    return this.preview?.components.length ?? 1;
  }

  get options(): SceneOptions {
    return {
      projection: this.projection,
      edges: this.edges,
      box: this.box,
      closed: this.report?.watertight === true,
      section: this.section,
      explode: this.explode,
      before: this.comparing && this.before ? this.beforeShare : null,
      placement: this.orientation.placement,
      heat: this.heat.scale,
    };
  }

  start(): Dispose {
    return together(
      this.#preview.start(),
      this.#full.stop,
      this.#before.stop,
      this.heat.operation.stop,
      this.orientation.operation.stop,
    );
  }

  load(): void {
    this.#preview.ask();
  }

  /** What has come of the part. */
  note(change: Partial<Pick<ViewerStore, 'answer' | 'preview' | 'fullShare'>>): void {
    Object.assign(this, change);
  }

  loadFull(): void {
    const file = this.fullFile;
    if (!file || this.#full.state === 'asking') return;
    this.fullShare = 0;
    this.#full.ask(file);
  }

  cancelFull(): void {
    this.#full.clear();
  }

  compare(comparing: boolean): void {
    const { original, before } = this;
    this.comparing = comparing;
    if (comparing && original && !before && this.#before.state !== 'asking') this.#before.ask(original);
  }

  /** Changes how the part is shown. */
  look(
    change: Partial<Pick<ViewerStore, 'projection' | 'edges' | 'box' | 'section' | 'explode' | 'beforeShare'>>,
  ): void {
    Object.assign(this, change);
  }

  failToDraw(error: unknown): void {
    this.#host.log.warn('this browser cannot draw parts', { error: String(error) });
    this.cannotDraw = true;
  }
}

const arrivals = { idle: 'NONE', answered: 'DONE' } as const;

function arrivalOf({ state, error }: Pick<Question<never, unknown>, 'state' | 'error'>, share: number): Arrival {
  if (state === 'asking') return { state: 'COMING', share };
  return state === 'failed' ? { state: 'FAILED', error } : { state: arrivals[state] };
}

function meshOf({ previewFileDTO }: PreviewAnswer, signal: AbortSignal): Promise<Preview> {
  if (!previewFileDTO) throw new Error('The preview has no mesh.');
  return fetchMesh(previewFileDTO, signal);
}
