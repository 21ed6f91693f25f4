import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { makeAutoObservable, runInAction } from 'mobx';

export interface Upload {
  key: string;
  name: string;
  /** 0 to 1. */
  share: number;
  problem: string | null;
}

/** Files on their way into a job. */
export class FileUploads {
  uploads: Upload[] = [];
  private readonly ends = new Map<string, AbortController>();

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host' | 'ends'>(this, { host: false, ends: false }, { autoBind: true });
  }

  /** Something is still being sent. */
  get busy(): boolean {
    return this.uploads.some(({ problem }) => problem === null);
  }

  /** `controlled`: kept apart from the first byte on. One file after the other. */
  async send(files: readonly File[], controlled: boolean, onStored: (file: FileDto) => void): Promise<void> {
    const lines = files.map((file) => ({ file, key: newId() }));
    this.uploads.push(...lines.map(({ file, key }) => ({ key, name: file.name, share: 0, problem: null })));
    for (const { file, key } of lines) await this.sendOne(file, key, controlled, onStored);
  }

  /** Takes back what is being sent, or was refused. */
  drop(key: string): void {
    this.ends.get(key)?.abort();
    this.uploads = this.uploads.filter((upload) => upload.key !== key);
  }

  dispose(): void {
    this.ends.forEach((end) => end.abort());
  }

  private async sendOne(file: File, key: string, itar: boolean, onStored: (file: FileDto) => void): Promise<void> {
    const line = this.uploads.find((upload) => upload.key === key);
    if (!line) return;
    const end = new AbortController();
    this.ends.set(key, end);
    try {
      const onProgress = (sent: number, total: number) =>
        runInAction(() => (line.share = total === 0 ? 0 : sent / total));
      const stored = await this.host.api.upload(uploadFile, file, {}, { signal: end.signal, onProgress, itar });
      this.drop(key);
      onStored(stored);
    } catch (error) {
      if (end.signal.aborted) return;
      this.host.log.warn('a job file was not stored', { error: String(error) });
      runInAction(() => (line.problem = messageOf(error)));
    } finally {
      this.ends.delete(key);
    }
  }
}
