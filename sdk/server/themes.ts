import type { Theme } from '../contract/host/appearance.ts';
import { createToken } from '../plugin/token.ts';
import type { CallContext } from './defineServer.ts';
import type { FileRecord } from './services.ts';

/** What a file is by its first bytes, whatever its name says. */
export interface FileKind {
  kind: 'picture' | 'font';
  /** As in the theme's font files; pictures have theirs for the messages only. */
  extension: string;
  contentType: string;
}

export interface ThemeRevision {
  revision: number;
  /** ISO. */
  at: string;
  /** First and last name; empty where nobody has published it. */
  by: string;
  theme: Theme;
}

/** Themes of enterprises, by their root facilities, as everybody sees them. Asks for no rights and checks no values: who publishes does. */
export interface PublishedThemes {
  /** The theme of now, the default where none is published. */
  read(facilityId: number): Promise<Theme>;
  /** The last ones, newest first. */
  revisions(facilityId: number, most: number): Promise<ThemeRevision[]>;
  /** Ids of all files that a present theme or an earlier one has made readable for everybody. */
  files(): Promise<ReadonlySet<number>>;
  /** `null` for what is neither a picture nor a font. Not for an export-controlled file. */
  kindOf(file: FileRecord): Promise<FileKind | null>;
  /**
   * Makes `theme` that of the caller's enterprise, as a new revision and audited; from then on everybody may read its
   * files, and open pages follow.
   */
  publish(context: Pick<CallContext, 'write' | 'user' | 'facilityId'>, theme: Theme): Promise<void>;
}
export const publishedThemes = createToken<PublishedThemes>('host/PublishedThemes@1');
