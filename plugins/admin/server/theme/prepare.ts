import { CallError, type Principal, type Sentence } from '@sinter/sdk/contract';
import type { Theme } from '@sinter/sdk/contract/host/appearance';
import { publishedFile, themeFileAddress } from '@sinter/sdk/contract/host/themeFiles';
import { fontStylePattern, fontWeightPattern } from '@sinter/sdk/contract/host/themeValues';
import {
  type FileKind,
  type FileRecord,
  publishedThemes,
  type Services,
  type StoredFiles,
  storedFiles,
} from '@sinter/sdk/server';
import { variableProblems } from './variables.ts';
import { say } from '../texts.ts';

const largestFile = 2 * 1024 * 1024;
const uploadedPattern = /^\/api\/v1\/files\/([1-9]\d{0,14})\/content$/;
const pictures = ['favicon', 'hero-image', 'logo-dark', 'logo-light'] as const;

/** OpenType files hold outlines of either sort, and begin accordingly. */
const isFont =
  (extension: string) =>
  (kind: FileKind): boolean =>
    kind.extension === extension || (extension === 'otf' && kind.extension === 'ttf');

type Asking = Pick<Services, 'get'> & { user: Principal };

/** The theme as it is stored and shown: every address is one that everybody may read. Throws INVALID_INPUT by field. */
export async function prepareTheme(theme: Theme, asking: Asking): Promise<Theme> {
  const fields: Record<string, Sentence> = {};
  for (const [name, problem] of Object.entries(variableProblems(theme['root-css']))) {
    fields[`root-css.${name}`] = problem;
  }
  const fileProblem = await fileChecker(asking);
  async function address(field: string, given: string, accepts: (kind: FileKind) => boolean): Promise<string> {
    const problem = await fileProblem(given, accepts);
    if (typeof problem === 'number') return themeFileAddress(problem);
    fields[field] = problem;
    return given;
  }

  const prepared: Theme = { ...theme };
  for (const name of pictures) {
    const given = theme[name];
    if (!given) continue;
    const fileURL = await address(`${name}.fileURL`, given.fileURL, ({ kind }) => kind === 'picture');
    prepared[name] = { fileURL };
  }
  prepared.fonts = [];
  for (const [index, font] of theme.fonts.entries()) {
    if (!fontWeightPattern.test(font.weight)) fields[`fonts.${index}.weight`] = say('fontWeight');
    if (!fontStylePattern.test(font.style)) fields[`fonts.${index}.style`] = say('fontStyle');
    const files: Theme['fonts'][number]['files'] = [];
    for (const [at, { fileURL, extension }] of font.files.entries()) {
      const field = `fonts.${index}.files.${at}.fileURL`;
      files.push({ extension, fileURL: await address(field, fileURL, isFont(extension)) });
    }
    prepared.fonts.push({ ...font, files });
  }
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  return prepared;
}

/** Answers a file's id when it may be shown to everybody, else why not. */
async function fileChecker({ get, user }: Asking) {
  const themes = get(publishedThemes);
  const stored = get(storedFiles);
  const published = await themes.files();
  return async (given: string, accepts: (kind: FileKind) => boolean): Promise<number | Sentence> => {
    const known = publishedFile(given);
    const id = known ?? Number(uploadedPattern.exec(given)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) return say('notUploaded');
    const file = known !== null && published.has(known) ? await stored.byId(known) : await mayShow(user, stored, id);
    if (!file) return say('noFileSeen');
    if (file.controlled) return say('controlledTheme');
    if (file.size > largestFile) return say('tooLarge');
    const kind = await themes.kindOf(file);
    return kind && accepts(kind) ? id : say('wrongContent');
  };
}

async function mayShow(user: Principal, files: StoredFiles, id: number): Promise<FileRecord | null> {
  try {
    return await files.require(user, id);
  } catch (error) {
    if (error instanceof CallError && (error.code === 'NOT_FOUND' || error.code === 'EXPORT_CONTROLLED')) return null;
    throw error;
  }
}
