import { meshReportSchema } from '@sinter/sdk/contract/preparation/mesh';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { pictureSize } from './limits.ts';
import { saveFacts } from './storeResult.ts';

/** Real parts of the demo's buyers, so that every order shows what it contains. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  // Only the first start of a demo needs the kernel in this process.
  const { processFile, thumbnail } = await import('../geometry/index.ts');
  const { shapeNames, shapeStl } = await import('../geometry/shapes.ts');
  const files = services.get(storedFiles);
  const createdBy = world.users['buyer@demo.example'] ?? null;
  const kept = { controlled: false, maxBytes: Infinity };

  for (const name of shapeNames) {
    const stl = shapeStl(name);
    const fileName = `${name}.stl`;
    const { report, changes } = await processFile('VERIFY', stl, { fileName });
    const mesh = await services.files.write(once(stl), kept);
    const picture = await services.files.write(once(await thumbnail(stl, pictureSize, fileName)), kept);
    for (const companyId of [world.buyerCompanyId, world.thirdCompanyId]) {
      const made = { controlled: false, createdBy };
      const part = await files.add(unit, { ...made, ...mesh, fileName, owner: { companyId } });
      const png = await files.add(unit, {
        ...made,
        ...picture,
        fileName: `${name}.png`,
        owner: {},
        madeFromFileId: part.id,
      });
      await saveFacts(unit, part.id, meshReportSchema.parse({ ...report, changes }), png.id);
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
