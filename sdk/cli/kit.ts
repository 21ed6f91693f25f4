import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { TaskError } from '../../scripts/taskError.ts';

/** `cli/kit.json` of the published SDK: what the tool knows of the host that its plugins will run in. */
export const kitSchema = z.object({
  /** Version of the SDK. */
  version: z.string(),
  /** Specifier of every module that the page has once, to the names that it exports. */
  names: z.record(z.string(), z.array(z.string())),
  /** Specifiers of the SDK that browsers may import, to the file in the package. */
  modules: z.record(z.string(), z.string()),
  /** What a new plugin installs beside the SDK, with the ranges that fit the host. */
  libraries: z.record(z.string(), z.string()),
});
export type Kit = z.infer<typeof kitSchema> & {
  folder: string;
  /** The style sheet of the SDK's widgets. */
  styles: string;
};

/** Reads the kit of the SDK that this program is a part of. */
export function readKit(): Kit {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
  const file = join(folder, 'cli/kit.json');
  if (!existsSync(file)) throw new TaskError('sinter-plugin runs from the packed SDK: see npm run sdk:pack.');
  return {
    ...kitSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
    folder,
    styles: readFileSync(join(folder, 'ui/sdk.css'), 'utf8'),
  };
}
