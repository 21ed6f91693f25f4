import type { MeshReport } from '@sinter/sdk/contract/preparation/mesh';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
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

/** A part in a viewer: its mesh while it loads, and how it is shown. */
export class ViewerStore {
  state: 'LOADING' | 'READY' | 'FAILED' = 'LOADING';
  error: unknown = null;
  answer: PreviewAnswer | null = null;
  preview: Preview | null = null;
  full: Preview | null = null;
  fullArrival: Arrival = { state: 'NONE' };
  before: Preview | null = null;
  beforeReport: MeshReport | null = null;
  beforeArrival: Arrival = { state: 'NONE' };
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
  private readonly host: ViewerHost;
  private readonly file: ViewedFile;
  private abort = new AbortController();
  private fullAbort = new AbortController();

  /** `original`: the uploaded file, for comparison. */
  constructor(host: ViewerHost, file: ViewedFile, original: ViewedFile | null) {
    this.host = host;
    this.file = file;
    this.original = original;
    this.heat = new HeatMap(host, file);
    this.orientation = new Orientation(host, file);
    makeAutoObservable<this, 'host' | 'file' | 'abort' | 'fullAbort'>(
      this,
      {
        error: observableRef,
        answer: observableRef,
        preview: observableRef,
        full: observableRef,
        fullArrival: observableRef,
        before: observableRef,
        beforeReport: observableRef,
        beforeArrival: observableRef,
        section: observableRef,
        heat: false,
        orientation: false,
        measuring: false,
        original: false,
        host: false,
        file: false,
        abort: false,
        fullAbort: false,
      },
      { autoBind: true },
    );
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
    this.abort = new AbortController();
    void this.load();
    return () => {
      this.abort.abort(new DOMException('Left', 'AbortError'));
      this.fullAbort.abort(new DOMException('Left', 'AbortError'));
      this.heat.operation.stop();
      this.orientation.operation.stop();
    };
  }

  /** Runs until no more levels of the preview will follow. */
  async load(): Promise<void> {
    const { signal } = this.abort;
    this.state = 'LOADING';
    this.error = null;
    try {
      for await (const answer of followPreview(this.host, this.file, signal)) {
        runInAction(() => (this.answer = answer));
        if (answer.status !== 'SUCCESS') continue;
        const { triangles, sourceFacets } = this.preview ?? (await this.show(answer, signal));
        if (answer.fullFileDTO || triangles.length / 3 >= sourceFacets) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('A part cannot be shown', { fileId: this.file.fileId, error: String(error) });
      // When only the full mesh fails, the light mesh remains.
      if (this.preview) return;
      runInAction(() => {
        this.state = 'FAILED';
        this.error = error;
      });
    }
  }

  private async show(answer: PreviewAnswer, signal: AbortSignal): Promise<Preview> {
    const preview = await meshOf(answer, signal);
    runInAction(() => {
      this.preview = preview;
      this.state = 'READY';
    });
    return preview;
  }

  async loadFull(): Promise<void> {
    const file = this.fullFile;
    if (!file || this.fullArrival.state === 'COMING') return;
    const abort = (this.fullAbort = new AbortController());
    this.fullArrival = { state: 'COMING', share: 0 };
    try {
      const coming = (share: number) => runInAction(() => (this.fullArrival = { state: 'COMING', share }));
      const full = await fetchMesh(file, abort.signal, coming);
      runInAction(() => {
        this.full = full;
        this.fullArrival = { state: 'DONE' };
      });
    } catch (error) {
      const { aborted } = abort.signal;
      if (!aborted) this.host.log.warn('The whole mesh did not come', { error: String(error) });
      runInAction(() => (this.fullArrival = aborted ? { state: 'NONE' } : { state: 'FAILED', error }));
    }
  }

  cancelFull(): void {
    this.fullAbort.abort(new DOMException('Cancelled', 'AbortError'));
  }

  async compare(comparing: boolean): Promise<void> {
    const { original, before, beforeArrival, abort } = this;
    this.comparing = comparing;
    if (!comparing || !original || before || beforeArrival.state === 'COMING') return;
    const { signal } = abort;
    this.beforeArrival = { state: 'COMING', share: 0 };
    try {
      for await (const answer of followPreview(this.host, original, signal)) {
        if (answer.status !== 'SUCCESS') continue;
        const mesh = await meshOf(answer, signal);
        return runInAction(() => {
          this.before = mesh;
          this.beforeReport = answer.report;
          this.beforeArrival = { state: 'DONE' };
        });
      }
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('The part before cannot be shown', { fileId: original.fileId, error: String(error) });
      runInAction(() => (this.beforeArrival = { state: 'FAILED', error }));
    }
  }

  /** Changes how the part is shown. */
  look(
    change: Partial<Pick<ViewerStore, 'projection' | 'edges' | 'box' | 'section' | 'explode' | 'beforeShare'>>,
  ): void {
    Object.assign(this, change);
  }

  failToDraw(error: unknown): void {
    this.host.log.warn('This browser cannot draw parts', { error: String(error) });
    this.cannotDraw = true;
  }
}

function meshOf({ previewFileDTO }: PreviewAnswer, signal: AbortSignal): Promise<Preview> {
  if (!previewFileDTO) throw new Error('The preview has no mesh.');
  return fetchMesh(previewFileDTO, signal);
}
