import * as dates from '@sinter/sdk/contract/orders/dates';
import type { ServerHost } from '@sinter/sdk/server';
import { checkOrder } from './check.ts';
import { chooseFor } from './choice.ts';
import { deliveryTypes, leadTimeOptions, leadTimes } from './leadTimes.ts';
import { chosenOffer, dateOffers } from './offers.ts';
import { datesShown } from './shown.ts';
import { saveSettings, showSettings } from './settings.ts';

export function handleDates(server: ServerHost): void {
  server.handle(dates.readDeliverySettings, showSettings);
  server.handle(dates.updateDeliverySettings, saveSettings);
  server.handle(dates.listDateOffers, dateOffers);
  server.handle(dates.calculateCharges, async (context, { body }) => {
    const offer = await chosenOffer(context, body);
    return (await datesShown(context, [offer]))[0] ?? offer;
  });
  server.handle(dates.listDeliveryTypes, deliveryTypes);
  server.handle(dates.listLeadTimeOptions, leadTimeOptions);
  server.handle(dates.readLeadTime, leadTimes);
  server.handle(dates.chooseDate, chooseFor);
  server.handle(dates.checkDates, checkOrder);
}
