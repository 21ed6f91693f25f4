import { meshReportSchema } from '@sinter/sdk/contract/preparation';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { saveFacts } from './run.ts';

/** Parts of the demo's buyers, made here so that every order shows a real one. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { demoParts } = await import('./demoParts.ts');
  const owners = [world.buyerCompanyId, world.thirdCompanyId];
  const createdBy = world.users['buyer@demo.example'] ?? null;
  for (const { fileName, stl, png, report } of await demoParts()) {
    const mesh = await services.files.write([stl], { controlled: false, maxBytes: Infinity });
    const picture = await services.files.write([png], { controlled: false, maxBytes: Infinity });
    for (const companyId of owners) {
      const file = await services
        .get(storedFiles)
        .add(unit, { ...mesh, fileName, controlled: false, createdBy, owner: { companyId } });
      const thumbnail = await services.get(storedFiles).add(unit, {
        ...picture,
        fileName: fileName.replace('.stl', '.png'),
        controlled: false,
        createdBy,
        owner: {},
        madeFromFileId: file.id,
      });
      await saveFacts(unit, file.id, meshReportSchema.parse(report), thumbnail.id);
    }
  }
}
