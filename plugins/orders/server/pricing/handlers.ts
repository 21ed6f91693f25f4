import * as pricing from '@sinter/sdk/contract/orders/pricing';
import type { ServerHost } from '@sinter/sdk/server';
import { decide } from '../accuracy/decide.ts';
import { accuracy, observations } from '../accuracy/read.ts';
import { present } from './present.ts';
import { backTest } from './backTest.ts';

export function handlePricing({ handle }: ServerHost): void {
  handle(pricing.readPricing, present);
  handle(pricing.listAccuracy, accuracy);
  handle(pricing.listObservations, observations);
  handle(pricing.decideObservation, decide);
  handle(pricing.backTestPricing, backTest);
}
