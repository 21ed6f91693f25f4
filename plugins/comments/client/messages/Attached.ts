import { mostAttached } from '@sinter/sdk/contract/comments/comments';
import { uploadFile, type FileDto } from '@sinter/sdk/contract/host/files';
import { newId, type PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { messageOf } from '@sinter/sdk/ui';
import { runInAction } from 'mobx';

/** So many files hang on one message. */
const mostFiles = 20;

/** A file that is being attached. */
export class AttachedFile {
  readonly key = newId();
  /** 0 to 1. */
  done = 0;
  /** Once it is uploaded. */
  file: FileDto | null = null;
  /** Why it was not attached. */
  problem: string | null = null;
  readonly name: string;
  readonly #ending = new AbortController();

  constructor(name: string) {
    this.name = name;
    makeStore(this);
  }

  get sending(): boolean {
    return this.file === null && this.problem === null;
  }

  refuse(problem: string): this {
    this.problem = problem;
    return this;
  }

  take(file: FileDto): this {
    this.file = file;
    return this;
  }

  cancel(): void {
    this.#ending.abort();
  }

  async send(host: Pick<PluginHost, 'api' | 'log'>, file: File): Promise<void> {
    const { signal } = this.#ending;
    const onProgress = (sent: number, total: number) => runInAction(() => (this.done = sent / Math.max(total, 1)));
    try {
      const stored = await host.api.upload(uploadFile, file, {}, { signal, onProgress });
      runInAction(() => (this.file = stored));
    } catch (error) {
      if (signal.aborted) return;
      host.log.warn('a file was not attached', { error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
    }
  }
}

/** The files of a message that is being written. */
export class Attached {
  files: readonly AttachedFile[] = [];
  readonly #host: Pick<PluginHost, 'api' | 'log' | 't'>;

  constructor(host: Pick<PluginHost, 'api' | 'log' | 't'>) {
    this.#host = host;
    makeStore(this);
  }

  /** Those that can be sent with the message. */
  get stored(): readonly FileDto[] {
    return this.files.flatMap(({ file }) => file ?? []);
  }

  get sending(): boolean {
    return this.files.some((file) => file.sending);
  }

  add(chosen: readonly File[]): void {
    const { t } = this.#host;
    const lines = chosen.map((file, index) => {
      const line = new AttachedFile(file.name);
      if (this.files.length + index >= mostFiles) return line.refuse(t('attach.most', { most: mostFiles }));
      if (file.size > mostAttached) {
        const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
        return line.refuse(t('attach.tooLarge', { size: megabytes(file.size), most: megabytes(mostAttached) }));
      }
      void line.send(this.#host, file);
      return line;
    });
    this.files = [...this.files, ...lines];
  }

  restore(stored: readonly FileDto[]): void {
    this.files = stored.map((file) => new AttachedFile(file.fileName).take(file));
  }

  remove(key: string): void {
    this.files.find((file) => file.key === key)?.cancel();
    this.files = this.files.filter((file) => file.key !== key);
  }

  clear(): void {
    for (const file of this.files) file.cancel();
    this.files = [];
  }
}
