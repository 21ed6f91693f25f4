import type { CallResult } from '@sinter/sdk/contract/call';
import { listThemeRevisions, readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/host/configuration';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileContent, uploadFile } from '@sinter/sdk/contract/host/files';
import { themeSchema, type Theme } from '@sinter/sdk/contract/host/appearance';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { previewTheme } from '@sinter/sdk/ui';
import { autorun, makeAutoObservable, observableRef, runInAction } from 'mobx';

export type ThemeRevision = CallResult<typeof listThemeRevisions>[number];
export type PictureName = 'logo-dark' | 'logo-light' | 'hero-image' | 'favicon';
export type Mode = 'light' | 'dark';
type FontFile = Theme['fonts'][number]['files'][number];
export type FontExtension = FontFile['extension'];

/** Steps that can be taken back before anything is published. */
const longestHistory = 100;

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'beforeStop'>;

/** The theme as it is published, and as somebody is changing it: the whole page wears the draft meanwhile. */
export class ThemeStore {
  published: Theme | null = null;
  draft: Theme | null = null;
  revisions: readonly ThemeRevision[] = [];
  error: unknown = null;
  /** What the server says of single fields: `root-css.primary`. */
  problems: Readonly<Record<string, string>> = {};
  saving = false;
  /** The picture or font that is being sent. */
  sending: string | null = null;
  /** Of `past` the last is the draft before this one. */
  private past: Theme[] = [];
  private future: Theme[] = [];

  constructor(private readonly host: Host) {
    makeAutoObservable<this, 'host' | 'past' | 'future'>(
      this,
      {
        ...{ published: observableRef, draft: observableRef, revisions: observableRef, error: observableRef },
        ...{ problems: observableRef, past: observableRef, future: observableRef, host: false },
      },
      { autoBind: true },
    );
  }

  get unsaved(): boolean {
    return this.draft !== null && JSON.stringify(this.draft) !== JSON.stringify(this.published);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  start(): Dispose {
    void this.load();
    let stopPreview: Dispose = () => {};
    const stopShowing = autorun(() => {
      const { draft } = this;
      stopPreview();
      stopPreview = draft && this.unsaved ? previewTheme(draft) : () => {};
    });
    const stopAsking = this.host.beforeStop(() => (this.unsaved ? 'unsaved' : 'ready'));
    const stopListening = this.host.events.on(themeChanged, () => void this.load());
    return () => {
      stopShowing();
      stopPreview();
      stopAsking();
      stopListening();
    };
  }

  async load(): Promise<void> {
    try {
      const [theme, revisions] = await Promise.all([
        this.host.api.call(readThemeConfig, {}),
        this.host.api.call(listThemeRevisions, {}),
      ]);
      runInAction(() => {
        // Somebody else's theme does not take away what is being worked on here.
        if (!this.unsaved) this.draft = theme;
        this.published = theme;
        this.revisions = revisions;
        this.error = null;
      });
    } catch (error) {
      this.fail('The theme could not be read', error);
    }
  }

  change(change: Partial<Theme>): void {
    if (!this.draft) return;
    this.past = [...this.past.slice(-longestHistory), this.draft];
    this.future = [];
    this.draft = { ...this.draft, ...change };
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.draft) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.draft, ...this.future];
    this.draft = before;
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (!next || !this.draft) return;
    this.past = [...this.past, this.draft];
    this.future = rest;
    this.draft = next;
  }

  discard(): void {
    if (this.published) this.change(this.published);
  }

  /** `null`: as it is by default. */
  setVariable(name: string, mode: Mode, value: string | null): void {
    if (!this.draft) return;
    const key = mode === 'dark' ? `${name}@dark` : name;
    const { [key]: _before, ...others } = this.draft['root-css'];
    this.change({ 'root-css': value === null ? others : { ...others, [key]: value } });
  }

  async sendPicture(name: PictureName, file: File): Promise<void> {
    const fileURL = await this.send(name, file);
    if (fileURL) this.change({ [name]: { fileURL } });
  }

  async sendFont(file: File, extension: FontExtension): Promise<void> {
    const fileURL = await this.send('font', file);
    if (!fileURL || !this.draft) return;
    const font = { weight: '400', style: 'normal', files: [{ fileURL, extension }] };
    const css = { ...this.draft['root-css'], font: 'theme, system-ui, sans-serif' };
    this.change({ fonts: [...this.draft.fonts, font], 'root-css': css });
  }

  removeFont(index: number): void {
    if (!this.draft) return;
    const fonts = this.draft.fonts.filter((_, at) => at !== index);
    const { font: _font, ...others } = this.draft['root-css'];
    this.change({ fonts, ...(fonts.length === 0 ? { 'root-css': others } : {}) });
  }

  /** Back to an earlier theme: as a draft, which still has to be published. */
  take({ theme }: ThemeRevision): void {
    this.change(theme);
  }

  async publish(): Promise<boolean> {
    const { draft } = this;
    if (!draft) return false;
    const parsed = themeSchema.safeParse(draft);
    if (!parsed.success) {
      this.problems = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]),
      );
      return false;
    }
    this.saving = true;
    this.problems = {};
    try {
      const published = await this.host.api.call(saveThemeConfig, { body: parsed.data });
      runInAction(() => {
        this.published = published;
        this.draft = published;
        this.past = [];
        this.future = [];
      });
      await this.load();
      return true;
    } catch (error) {
      if (error instanceof CallError) runInAction(() => (this.problems = error.fields));
      this.fail('The theme could not be published', error);
      return false;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  private async send(what: string, file: File): Promise<string | null> {
    this.sending = what;
    try {
      const stored = await this.host.api.upload(uploadFile, file, {});
      runInAction(() => (this.error = null));
      return this.host.api.href(fileContent, { params: { id: stored.id }, query: {} });
    } catch (error) {
      this.fail('A file of the theme could not be sent', error);
      return null;
    } finally {
      runInAction(() => (this.sending = null));
    }
  }

  private fail(what: string, error: unknown): void {
    this.host.log.warn(what, { error: String(error) });
    runInAction(() => (this.error = error));
  }
}
