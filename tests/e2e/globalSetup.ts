import { startApp } from './app.ts';
import { openData, workedOff } from './data.ts';

/** Before all tests: the demo company, with the previews and nestings that every copy of it would have to make again. */
export default async function prepareData(): Promise<void> {
  const app = await startApp({ name: 'prepared' });
  const data = await openData(app.dataDir);
  await workedOff(data);
  await data.close();
  await app.stop();
}
