import { newId } from '@sinter/sdk/plugin';
import type { PartPreparation, PreparationState } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host';
import type { FileDto } from '@sinter/sdk/contract/host';
import type { UploadStep } from '@sinter/sdk/contract/preparation';
import type { PluginHost } from '@sinter/sdk/plugin';
import { firstOperation, operations, prepare } from './flow.ts';
import type { Kept } from './kept.ts';
import type { Queue } from './queue.ts';
import { refusalOf } from './refusal.ts';
import { Value } from './value.ts';

export type PreparationHost = Pick<PluginHost, 'api' | 'events' | 't' | 'log' | 'user'>;

export interface Shared {
  host: PreparationHost;
  uploads: Queue;
  /** Something worth keeping has changed. */
  changed: () => void;
  /** Takes a cancelled preparation off the list. */
  cancelled: (preparation: Preparation) => void;
}

/** One file on its way. A machine: running, then ready, failed or cancelled; a failed one can run again. */
export class Preparation implements PartPreparation {
  readonly id: string;
  readonly fileName: string;
  readonly state: Value<PreparationState>;
  private readonly shared: Shared;
  /** Unknown after a reload: the browser does not let go of a file. */
  private readonly file: File | null;
  private original: FileDto | null;
  private readonly operate: ReturnType<typeof operations>;
  private abort = new AbortController();

  constructor(shared: Shared, source: File | Kept) {
    this.shared = shared;
    this.operate = operations(shared.host);
    if (source instanceof File) {
      this.id = newId();
      this.fileName = source.name;
      this.file = source;
      this.original = null;
    } else {
      this.id = source.id;
      this.fileName = source.fileName;
      this.file = null;
      this.original = source.original;
    }
    this.state = new Value<PreparationState>(source instanceof File ? begun('UPLOAD') : this.revived(source));
  }

  /** Called once it is on the list. */
  begin(): void {
    if (this.state.get().kind === 'running') void this.run();
  }

  get isUploading(): boolean {
    const state = this.state.get();
    return state.kind === 'running' && state.step === 'UPLOAD';
  }

  cancel(): void {
    this.stop();
    this.state.set({ kind: 'cancelled' });
    this.shared.cancelled(this);
  }

  retry(): void {
    if (this.state.get().kind !== 'failed') return;
    this.abort = new AbortController();
    this.to(begun(this.original ? firstOperation(this.original) : 'UPLOAD'));
    void this.run();
  }

  /** Stops following, and says no more. */
  stop(): void {
    this.abort.abort(new DOMException('Cancelled', 'AbortError'));
  }

  kept(): Kept {
    const state = this.state.get();
    return {
      id: this.id,
      fileName: this.fileName,
      original: this.original,
      part: state.kind === 'ready' ? state.part : null,
      failure: state.kind === 'failed' ? { step: state.step, message: state.message } : null,
    };
  }

  private revived({ original, part, failure }: Kept): PreparationState {
    if (part) return { kind: 'ready', part };
    if (failure) return { kind: 'failed', ...failure, original };
    if (original) return begun(firstOperation(original));
    return { kind: 'failed', step: 'UPLOAD', message: this.shared.host.t('failed.interrupted'), original };
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    try {
      const original = (this.original ??= await this.upload(signal));
      const part = await prepare(original, (type, file) => {
        this.to(begun(type));
        const onProgress = (progress: number) => this.progress(signal, type, progress);
        return this.operate({ type, fileId: file.id, signal, onProgress });
      });
      if (!signal.aborted) this.to({ kind: 'ready', part });
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private async upload(signal: AbortSignal): Promise<FileDto> {
    const { host, uploads } = this.shared;
    const { file } = this;
    if (!file) throw new CallError('INVALID_INPUT', host.t('failed.interrupted'));
    const refusal = refusalOf(file, host.t);
    if (refusal !== null) throw new CallError('UNSUPPORTED_FILE', refusal);
    const onProgress = (sent: number, total: number) => this.progress(signal, 'UPLOAD', total > 0 ? sent / total : 0);
    return uploads.run(signal, () => host.api.upload(uploadFile, file, {}, { signal, onProgress }));
  }

  private progress(signal: AbortSignal, step: UploadStep, progress: number): void {
    const state = this.state.get();
    // Answers may overtake each other; a bar never goes back.
    if (signal.aborted || state.kind !== 'running' || state.step !== step || progress <= state.progress) return;
    this.state.set({ kind: 'running', step, progress });
  }

  private fail(error: unknown): void {
    const { host } = this.shared;
    const state = this.state.get();
    const step = state.kind === 'running' ? state.step : 'UPLOAD';
    host.log.warn('A file could not be prepared', { step, error: String(error) });
    this.to({ kind: 'failed', step, message: this.messageOf(error), original: this.original });
  }

  private messageOf(error: unknown): string {
    const { t } = this.shared.host;
    if (!(error instanceof CallError)) return t('failed.unexpected');
    return error.code === 'UNAVAILABLE' ? t('failed.connection') : error.message;
  }

  private to(next: PreparationState): void {
    this.state.set(next);
    this.shared.changed();
  }
}

const begun = (step: UploadStep): PreparationState => ({ kind: 'running', step, progress: 0 });
