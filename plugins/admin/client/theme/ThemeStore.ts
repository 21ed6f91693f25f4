import type { CallResult } from '@sinter/sdk/contract/call';
import { listThemeRevisions, readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import { fileContent, uploadFile } from '@sinter/sdk/contract/host/files';
import { themeSchema, type Theme } from '@sinter/sdk/contract/host/appearance';
import { themeChanged } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { previewTheme } from '@sinter/sdk/ui';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { autorun } from 'mobx';
import * as z from 'zod';

export type ThemeRevision = CallResult<typeof listThemeRevisions>[number];
export type PictureName = 'logo-dark' | 'logo-light' | 'hero-image' | 'favicon';
export type Mode = 'light' | 'dark';
type FontFile = Theme['fonts'][number]['files'][number];
export type FontExtension = FontFile['extension'];

/** Steps that can be taken back before anything is published. */
const longestHistory = 100;

type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'log' | 'user'>;

/** A site name that is being written anew may be empty for now. */
const draftSchema = themeSchema.extend({
  title: z.string(),
  description: z.string(),
  'contact-url': z.string(),
  'terms-url': z.string(),
});

type Sending = [what: PictureName | 'font', file: File, take: (fileURL: string) => void];

interface Read {
  theme: Theme;
  revisions: readonly ThemeRevision[];
}

/** The theme as it is published, and as somebody is changing it: the whole page wears the draft meanwhile. */
export class ThemeStore {
  published: Theme | null = null;
  draft: Theme | null = null;
  /** The draft was begun before the page was loaded again. */
  restored = false;
  /** Drafts before and after this one; of `past` the last is the one before it. */
  history: { past: readonly Theme[]; future: readonly Theme[] } = { past: [], future: [] };
  /** What is wrong with single fields: `root-css.primary`. */
  problems: Readonly<Record<string, string>> = {};
  readonly question: Question<void, Read>;
  readonly publishing: Action<[Theme], Theme>;
  /** Sends a picture or a font, and answers its address. */
  readonly sending: Action<Sending, string>;
  readonly #host: Host;

  constructor(host: Host) {
    const { api } = host;
    this.#host = host;
    this.question = new Question<void, Read>(host, {
      ask: async (_asked, signal) => {
        const [theme, revisions] = await Promise.all([
          api.call(readThemeConfig, {}, { signal }),
          api.call(listThemeRevisions, {}, { signal }),
        ]);
        return { theme, revisions };
      },
      onAnswer: ({ theme }) => {
        // Somebody else's theme does not take away what is being worked on here.
        if (!this.unsaved) this.draft = theme;
        this.published = theme;
      },
      failed: 'the theme could not be read',
      refreshOn: [on(themeChanged)],
    });
    this.publishing = new Action<[Theme], Theme>(host, {
      run: (theme) => api.call(saveThemeConfig, { body: theme }),
      onDone: (published) => {
        this.published = published;
        this.draft = published;
        this.restored = false;
        this.history = { past: [], future: [] };
        this.question.retry();
      },
      onFailed: () => (this.problems = this.publishing.fields),
      failed: 'the theme could not be published',
    });
    this.sending = new Action<Sending, string>(host, {
      run: async (_what, file) => {
        const { id } = await api.upload(uploadFile, file, {});
        return api.href(fileContent, { params: { id }, query: {} });
      },
      onDone: (fileURL, _what, _file, take) => take(fileURL),
      failed: 'a file of the theme could not be sent',
    });
    makeStore(this);
  }

  get revisions(): readonly ThemeRevision[] {
    return this.question.answer?.revisions ?? [];
  }

  get error(): unknown {
    return this.question.error ?? this.publishing.error ?? this.sending.error;
  }

  get unsaved(): boolean {
    return this.draft !== null && JSON.stringify(this.draft) !== JSON.stringify(this.published);
  }

  get canUndo(): boolean {
    return this.history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.history.future.length > 0;
  }

  start(): Dispose {
    let stopPreview: Dispose = () => {};
    const stopKeeping = keepEntered(this.#host, {
      what: 'admin.theme',
      schema: draftSchema,
      entered: () => (this.unsaved ? this.draft : null),
      restore: (draft) => {
        this.draft = draft;
        this.restored = true;
      },
    });
    const stopShowing = autorun(() => {
      const { draft } = this;
      stopPreview();
      stopPreview = draft && this.unsaved ? previewTheme(draft) : () => {};
    });
    return together(this.question.start(), stopShowing, () => stopPreview(), stopKeeping);
  }

  retry(): void {
    this.publishing.forgive();
    this.sending.forgive();
    this.question.retry();
  }

  change(change: Partial<Theme>): void {
    if (!this.draft) return;
    this.history = { past: [...this.history.past.slice(-longestHistory), this.draft], future: [] };
    this.draft = { ...this.draft, ...change };
  }

  undo(): void {
    const { past, future } = this.history;
    const before = past.at(-1);
    if (!before || !this.draft) return;
    this.history = { past: past.slice(0, -1), future: [this.draft, ...future] };
    this.draft = before;
  }

  redo(): void {
    const { past, future } = this.history;
    const [next, ...rest] = future;
    if (!next || !this.draft) return;
    this.history = { past: [...past, this.draft], future: rest };
    this.draft = next;
  }

  discard(): void {
    if (this.published) this.change(this.published);
    this.restored = false;
  }

  /** `null`: as it is by default. */
  setVariable(name: string, mode: Mode, value: string | null): void {
    if (!this.draft) return;
    const key = mode === 'dark' ? `${name}@dark` : name;
    const { [key]: _before, ...others } = this.draft['root-css'];
    this.change({ 'root-css': value === null ? others : { ...others, [key]: value } });
  }

  sendPicture(name: PictureName, file: File): Promise<boolean> {
    return this.sending.run(name, file, (fileURL) => this.change({ [name]: { fileURL } }));
  }

  sendFont(file: File, extension: FontExtension): Promise<boolean> {
    return this.sending.run('font', file, (fileURL) => {
      if (!this.draft) return;
      const font = { weight: '400', style: 'normal', files: [{ fileURL, extension }] };
      const css = { ...this.draft['root-css'], font: 'theme, system-ui, sans-serif' };
      this.change({ fonts: [...this.draft.fonts, font], 'root-css': css });
    });
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
    const parsed = themeSchema.safeParse(this.draft);
    const issues = parsed.error?.issues ?? [];
    this.problems = Object.fromEntries(issues.map(({ path, message }) => [path.map(String).join('.'), message]));
    return parsed.success && this.publishing.run(parsed.data);
  }
}
