import * as calls from '@sinter/sdk/contract/integrations/magics';
import type { ServerHost } from '@sinter/sdk/server';
import { readMagicsConfig, registerIntent } from './intent.ts';
import { takeSelection } from './selection.ts';

export function handleMagics(server: ServerHost): void {
  server.handle(calls.magicsRegisterIntent, registerIntent);
  server.handle(calls.readMagicsSelection, takeSelection);
  server.handle(calls.magicsButtons, async (context) => {
    const config = await readMagicsConfig(context, context.facilityId);
    return config && { isMagicsEnabled: config.isMagicsEnabled, preInQueueMagicsButton: config.preInQueueMagicsButton };
  });
}
