import type PQueue from 'p-queue';
import { newId } from '@sinter/sdk/plugin';
import { largestWhole, patiently } from '@sinter/sdk/api';
import type { FileOperationOutcome } from '@sinter/sdk/contract/preparation/operationRunner';
import type {
  PartPreparation,
  PreparationPurpose,
  PreparationState,
  Rejected,
} from '@sinter/sdk/contract/preparation/filePreparation';
import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { UploadStep } from '@sinter/sdk/contract/preparation/fileOperations';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import { cancelUpload, uploadState } from '@sinter/sdk/contract/host/uploads';
import type { PluginHost } from '@sinter/sdk/plugin';
import { firstOperation, hasNoUnits, operations, prepare, PreparationFailed, stepsAt } from './flow.ts';
import type { KeptPreparation } from './kept.ts';
import { refusalOf } from './refusal.ts';
import { Value } from './value.ts';

export type PreparationHost = Pick<PluginHost, 'api' | 'events' | 't' | 'log' | 'user'>;

export interface Shared {
  host: PreparationHost;
  uploads: PQueue;
  /** Something worth keeping has changed. */
  changed: () => void;
  /** Takes a cancelled preparation off the list. */
  cancelled: (preparation: Preparation) => void;
}

type Running = Extract<PreparationState, { kind: 'running' }>;

/** One file on its way. A machine: running, then ready, failed or cancelled; a failed or paused one can run again. */
export class Preparation implements PartPreparation {
  readonly id: string;
  readonly fileName: string;
  readonly purpose: PreparationPurpose;
  /** Uploaded as export controlled. */
  readonly itar: boolean;
  readonly state: Value<PreparationState>;
  readonly units: Value<LengthUnit | null>;
  private readonly shared: Shared;
  private readonly size: number;
  private readonly lastModified: number;
  /** Unknown after a reload: the browser does not let go of a file. */
  private file: File | null;
  private original: FileDto | null;
  private readonly operate: ReturnType<typeof operations>;
  private abort = new AbortController();
  /** Nobody waits for the operation that is under way on the server. */
  private givenUp = new AbortController();

  constructor(
    shared: Shared,
    source: File | KeptPreparation,
    { purpose, itar }: Pick<KeptPreparation, 'purpose' | 'itar'>,
  ) {
    this.shared = shared;
    this.purpose = purpose;
    this.itar = itar;
    this.operate = operations(shared.host);
    this.size = source.size;
    this.lastModified = source.lastModified;
    if (source instanceof File) {
      this.id = newId();
      this.fileName = source.name;
      this.file = source;
      this.original = null;
      this.units = new Value<LengthUnit | null>(hasNoUnits(source.name) ? 'MM' : null);
      this.state = new Value<PreparationState>(this.begun('UPLOAD'));
    } else {
      this.id = source.id;
      this.fileName = source.fileName;
      this.file = null;
      this.original = source.original;
      this.units = new Value<LengthUnit | null>(source.units);
      this.state = new Value<PreparationState>(this.revived(source));
    }
  }

  /** Called once it is on the list. */
  begin(): void {
    const { kind } = this.state.get();
    if (kind === 'running') void this.run();
    if (kind === 'paused' && this.goesInPieces) void this.askServer();
  }

  get isUploading(): boolean {
    const state = this.state.get();
    return state.kind === 'running' && state.step === 'UPLOAD';
  }

  private get goesInPieces(): boolean {
    return this.size > largestWhole;
  }

  /** Is `file` the one that this paused upload was begun with? */
  waitsFor({ name, size, lastModified }: File): boolean {
    const isSame = name === this.fileName && size === this.size && lastModified === this.lastModified;
    return isSame && this.state.get().kind === 'paused';
  }

  resume(file: File): boolean {
    if (!this.waitsFor(file)) return false;
    this.file = file;
    this.restart();
    return true;
  }

  chooseUnits(units: LengthUnit): void {
    const unchanged = this.units.get() === units || this.units.get() === null;
    if (unchanged) return;
    this.units.set(units);
    if (this.original) {
      this.cancelOnServer();
      this.restart();
    } else this.shared.changed();
  }

  cancel(): void {
    this.cancelOnServer();
    this.stop();
    this.state.set({ kind: 'cancelled' });
    this.shared.cancelled(this);
  }

  retry(): void {
    if (this.state.get().kind !== 'failed') return;
    if (this.original || this.file) this.restart();
    else this.to({ kind: 'paused', progress: 0 });
  }

  /** Stops following, and says no more. */
  stop(): void {
    this.abort.abort(new DOMException('Cancelled', 'AbortError'));
  }

  kept(): KeptPreparation {
    const state = this.state.get();
    const { id, fileName, size, lastModified, original, purpose, itar } = this;
    const failed = state.kind === 'failed' ? state : null;
    return {
      ...{ id, fileName, size, lastModified, original, purpose, itar, units: this.units.get() },
      part: state.kind === 'ready' ? state.part : null,
      failure: failed && {
        step: failed.step,
        message: failed.message,
        steps: [...failed.steps],
        processed: failed.processed,
      },
    };
  }

  private revived({ original, part, failure }: KeptPreparation): PreparationState {
    if (part) return { kind: 'ready', part };
    if (failure) return { kind: 'failed', ...failure, original };
    return original ? this.begun(firstOperation(original)) : { kind: 'paused', progress: 0 };
  }

  private restart(): void {
    this.stop();
    this.abort = new AbortController();
    this.to(this.begun(this.original ? firstOperation(this.original) : 'UPLOAD'));
    void this.run();
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    try {
      this.original ??= await this.upload(signal);
      const original = this.original;
      const part = await prepare(original, (type, file) => this.runStep(signal, type, file));
      if (!signal.aborted) this.to({ kind: 'ready', part });
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private async runStep(
    signal: AbortSignal,
    type: Exclude<UploadStep, 'UPLOAD'>,
    file: FileDto,
  ): Promise<FileOperationOutcome> {
    signal.throwIfAborted();
    const state = this.state.get();
    this.to(this.begun(type, state.kind === 'running' ? state.steps : []));
    // Everything that was made of the original is in millimetres.
    const units = file.id === this.original?.id ? this.units.get() : null;
    const tell = (change: Partial<Running>) => this.progress(signal, type, change);
    const onWaiting = (waiting: boolean) => tell({ waitsFor: waiting ? 'CONNECTION' : null });
    // Asking again answers the operation that runs, or ran, already.
    return patiently({ signal, onWaiting }, ({ reached }) =>
      this.operate({
        ...{ type, fileId: file.id, signal, cancel: this.givenUp.signal },
        ...(units ? { units } : {}),
        onStarted: reached,
        onProgress: (progress) => tell({ progress }),
      }),
    );
  }

  private async upload(signal: AbortSignal): Promise<FileDto> {
    const { host, uploads } = this.shared;
    const { file } = this;
    if (!file) throw new CallError('INVALID_INPUT');
    const refusal = refusalOf(file, host.t);
    if (refusal !== null) throw CallError.received({ code: 'UNSUPPORTED_FILE', message: refusal });
    const tell = (change: Partial<Running>) => this.progress(signal, 'UPLOAD', change);
    tell({ waitsFor: 'TURN' });
    const send = () => {
      tell({ waitsFor: null });
      return host.api.upload(
        uploadFile,
        file,
        {},
        {
          signal,
          itar: this.itar,
          onProgress: (sent, total) => tell({ progress: total > 0 ? sent / total : 0 }),
          resume: {
            uploadId: this.id,
            onWaiting: (waiting) => tell({ waitsFor: waiting ? 'CONNECTION' : null }),
          },
        },
      );
    };
    return uploads.add(send, { signal });
  }

  /** How much of a paused upload is there; all of it, when the page was closed just before that could be told. */
  private async askServer(): Promise<void> {
    const { signal } = this.abort;
    const { api, log } = this.shared.host;
    try {
      const target = { params: { uploadId: this.id } };
      const { received, size, file } = await api.call(uploadState, target, { signal });
      if (this.state.get().kind !== 'paused') return;
      this.original = file;
      if (file) this.restart();
      else this.state.set({ kind: 'paused', progress: received / size });
    } catch (error) {
      // One that the server has forgotten begins anew.
      if (!signal.aborted) log.debug('Nothing is known of a paused upload', { error: String(error) });
    }
  }

  /** Nobody waits for what is under way there any more. */
  private cancelOnServer(): void {
    const { api, log } = this.shared.host;
    this.givenUp.abort(new DOMException('Cancelled', 'AbortError'));
    this.givenUp = new AbortController();
    const untold = (error: unknown) => {
      const isNoLonger = error instanceof CallError && error.code === 'NOT_FOUND';
      if (!isNoLonger) log.warn('The server was not told of a cancellation', { error: String(error) });
    };
    if (!this.original && this.goesInPieces) {
      api.call(cancelUpload, { params: { uploadId: this.id } }).catch(untold);
    }
  }

  private progress(signal: AbortSignal, step: UploadStep, change: Partial<Running>): void {
    const state = this.state.get();
    if (signal.aborted || state.kind !== 'running' || state.step !== step) return;
    // Answers may overtake each other; a bar never goes back.
    const progress = Math.max(change.progress ?? 0, state.progress);
    const { waitsFor = state.waitsFor } = change;
    if (progress === state.progress && waitsFor === state.waitsFor) return;
    this.state.set({ ...state, progress, waitsFor });
  }

  private fail(error: unknown): void {
    const { host } = this.shared;
    const state = this.state.get();
    const { step, steps } = state.kind === 'running' ? state : this.begun('UPLOAD');
    const { original, processed, cause }: Rejected & { cause?: unknown } =
      error instanceof PreparationFailed ? error : { original: this.original, processed: this.original, cause: error };
    host.log.warn('A file could not be prepared', { step, error: String(cause) });
    this.to({ kind: 'failed', step, steps, message: this.messageOf(cause), original, processed });
  }

  private messageOf(error: unknown): string {
    const { t } = this.shared.host;
    if (!(error instanceof CallError)) return t('failed.unexpected');
    return error.code === 'UNAVAILABLE' ? t('failed.connection') : error.message;
  }

  private begun(step: UploadStep, earlier: readonly UploadStep[] = []): Running {
    const steps = stepsAt(step, this.fileName, earlier);
    return { kind: 'running', step, steps, progress: 0, waitsFor: null };
  }

  private to(next: PreparationState): void {
    this.state.set(next);
    this.shared.changed();
  }
}
