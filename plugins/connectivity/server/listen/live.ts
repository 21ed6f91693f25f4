import { readingSchema } from '@sinter/sdk/contract/connectivity/connectors';
import { nothing } from './known.ts';

/** What is kept with a machine, as it comes back. */
export const liveSchema = readingSchema
  .pick({ job: true, progress: true, layer: true, layers: true, secondsLeft: true, temperatures: true, material: true })
  .catch(nothing);
