import type { ConnectorType } from '@sinter/sdk/contract/connectivity/states';
import type { OpenDriver } from './driver.ts';
import { openFileDrop } from './fileDrop/fileDrop.ts';
import { openMoonraker } from './moonraker/moonraker.ts';
import { openMqtt } from './mqtt/mqtt.ts';
import { openMtconnect } from './mtconnect/mtconnect.ts';
import { openOctoPrint } from './octoprint/octoprint.ts';
import { openOpcua } from './opcua/apart/open.ts';
import { openPrusaLink } from './prusalink/prusalink.ts';
import { openSimulator } from './simulator/simulator.ts';

export const openers: Readonly<Record<ConnectorType, OpenDriver>> = {
  MTCONNECT: openMtconnect,
  OCTOPRINT: openOctoPrint,
  MOONRAKER: openMoonraker,
  PRUSALINK: openPrusaLink,
  MQTT: openMqtt,
  OPC_UA: openOpcua,
  FILE_DROP: openFileDrop,
  SIMULATOR: openSimulator,
};
