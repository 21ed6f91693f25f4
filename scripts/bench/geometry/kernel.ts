import { readFileSync, writeFileSync } from 'node:fs';
import { readModel } from '../../../plugins/preparation/geometry/convert.ts';
import { joinMeshes } from '../../../plugins/preparation/geometry/mesh.ts';
import { writeBinaryStl } from '../../../plugins/preparation/geometry/readers/stl.ts';
import { repair } from '../../../plugins/preparation/geometry/repair.ts';
import { verify } from '../../../plugins/preparation/geometry/verify.ts';
import { releaseMesh } from '../../../plugins/preparation/geometry/welder.ts';
import { errandSchema, type Done } from './errand.ts';

/** The geometry kernel in a process of its own, warm and of measurable memory, as a worker of the product is. */
process.on('message', (message) => {
  run(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function run(message: unknown): Promise<void> {
  const { work, file, output } = errandSchema.parse(message);
  const baseBytes = process.memoryUsage.rss();
  const begun = performance.now();
  const sound = work === 'READ' ? readFileSync(file).length > 0 : await prepare(work, file, output);
  const done: Done = {
    ms: performance.now() - begun,
    sound,
    grownBytes: Math.max(0, process.resourceUsage().maxRSS * 1024 - baseBytes),
  };
  process.send?.(done);
}

async function prepare(work: 'VERIFY' | 'REPAIR', file: string, output: string): Promise<boolean> {
  const reading = await readModel(readFileSync(file), 'model.stl');
  if (work === 'VERIFY') {
    const mesh = joinMeshes(reading.bodies);
    const { needsRepair } = verify(mesh, reading);
    releaseMesh(mesh);
    return !needsRepair;
  }
  const bodies = reading.bodies.map((body) => repair(body).mesh);
  const mesh = joinMeshes(bodies);
  const { needsRepair } = verify(mesh);
  writeFileSync(output, writeBinaryStl(mesh));
  releaseMesh(mesh);
  return !needsRepair;
}
