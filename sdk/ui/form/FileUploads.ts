import { uploadFile } from '../../contract/host/files.ts';
import type { FileDto } from '../../contract/host/files.ts';
import { newId } from '../../plugin/index.ts';
import type { PluginHost } from '../../plugin/index.ts';
import { makeStore } from '../../state/index.ts';
import { messageOf } from '../index.ts';

/** One file on its way. */
export interface Upload {
  key: string;
  /** Of the file. */
  name: string;
  /** 0 to 1. */
  share: number;
  /** Why it was not stored, in words. */
  problem: string | null;
}

/** Files on their way to the server, for a form that keeps what is stored: those of a job. A store of MobX. */
export class FileUploads {
  uploads: readonly Upload[] = [];
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #ends = new Map<string, AbortController>();

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#host = host;
    makeStore(this);
  }

  /** Something is still being sent. */
  get busy(): boolean {
    return this.uploads.some(({ problem }) => problem === null);
  }

  /** `controlled`: kept apart from the first byte on. One file after the other. */
  async send(files: readonly File[], controlled: boolean, onStored: (file: FileDto) => void): Promise<void> {
    const lines = files.map((file) => ({ file, key: newId() }));
    const added = lines.map(({ file, key }) => ({ key, name: file.name, share: 0, problem: null }));
    this.uploads = [...this.uploads, ...added];
    for (const { file, key } of lines) await this.#sendOne(file, key, controlled, onStored);
  }

  /** Takes back what is being sent, or was refused. */
  drop(key: string): void {
    this.#ends.get(key)?.abort();
    this.uploads = this.uploads.filter((upload) => upload.key !== key);
  }

  /** How far one of them is, or why it came no further. */
  note(key: string, change: Partial<Upload>): void {
    this.uploads = this.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));
  }

  dispose(): void {
    this.#ends.forEach((end) => end.abort());
  }

  async #sendOne(file: File, key: string, itar: boolean, onStored: (file: FileDto) => void): Promise<void> {
    if (!this.uploads.some((upload) => upload.key === key)) return;
    const end = new AbortController();
    this.#ends.set(key, end);
    try {
      const onProgress = (sent: number, total: number) => this.note(key, { share: total === 0 ? 0 : sent / total });
      const stored = await this.#host.api.upload(uploadFile, file, {}, { signal: end.signal, onProgress, itar });
      this.drop(key);
      onStored(stored);
    } catch (error) {
      if (end.signal.aborted) return;
      this.#host.log.warn('a job file was not stored', { error: String(error) });
      this.note(key, { problem: messageOf(error) });
    } finally {
      this.#ends.delete(key);
    }
  }
}
