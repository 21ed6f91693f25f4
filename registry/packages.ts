import * as z from 'zod';
import { pluginIdSchema, versionSchema } from './terms.ts';

/** A file inside a package: forward slashes, and no way out of the folder. */
export const packagePathSchema = z
  .string()
  .max(300)
  .regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[a-zA-Z0-9_.@-]+(?:\/[a-zA-Z0-9_.@-]+)*$/, {
    error: 'a path inside the package',
  });
export const integritySchema = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, { error: 'sha384-… in base64' });

/** The language of a file of texts in a package; `undefined` for any other file. */
export const languageOf = (path: string): string | undefined => /^locales\/([a-z]{2}_[A-Z]{2})\.json$/.exec(path)?.[1];

/** `files.json`: the files of a built package. List `plugin.json` among the files, so that it is signed with them. */
export const packageFilesSchema = z
  .object({
    id: pluginIdSchema,
    version: versionSchema,
    entry: packagePathSchema,
    styles: z.array(packagePathSchema),
    /** Every file of the package with its hash. Texts are in `locales/<language>.json`. */
    files: z.record(packagePathSchema, integritySchema),
    /** What a file imports statically; the loader fetches it at the same time. */
    depcache: z.record(packagePathSchema, z.array(packagePathSchema)),
  })
  .superRefine((built, check) => {
    const listed = (path: string) => Object.hasOwn(built.files, path);
    const named = [
      built.entry,
      ...built.styles,
      ...Object.keys(built.depcache),
      ...Object.values(built.depcache).flat(),
    ];
    for (const path of new Set(named)) {
      if (!listed(path)) check.addIssue({ code: 'custom', message: `${path} is not among the files`, path: ['files'] });
    }
  });
export type PackageFiles = z.infer<typeof packageFilesSchema>;

/**
 * A build's record lists with what a script imports first the modules of the host too; those are in the page's import map, and own
 * files begin with `./`. `undefined`: it is no record.
 */
export function packageFilesOf(record: unknown): PackageFiles | undefined {
  const depcache = z.object({ depcache: z.record(z.string(), z.array(z.string())) }).safeParse(record);
  if (!depcache.success) return undefined;
  const own = Object.entries(depcache.data.depcache).map(([file, specifiers]) => [
    file,
    specifiers.filter((one) => one.startsWith('./')).map((one) => one.slice(2)),
  ]);
  return packageFilesSchema.safeParse({ ...z.looseObject({}).parse(record), depcache: Object.fromEntries(own) }).data;
}

/** An Ed25519 signature of the package's hash. `keyId` names the public key, `value` is base64. */
export const packageSignatureSchema = z.object({ keyId: z.string().min(1), value: z.base64() });
export type PackageSignature = z.infer<typeof packageSignatureSchema>;
