import { describe, expect, it } from 'vitest';
import { machineKindSchema } from '@sinter/sdk/contract/catalog/catalog';
import { materialRoleSchema } from '@sinter/sdk/contract/catalog/machines';
import {
  accountTypeSchema,
  authoritySchema,
  memberRoleSchema,
  platformPermissionSchema,
  roleSchema,
} from '@sinter/sdk/contract';
import { configTypeSchema } from '@sinter/sdk/contract/host/records';
import {
  displayUnitSchema,
  orientationModeSchema,
  fileOperationTypeSchema,
  operationStatusSchema,
  uploadStepSchema,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import { filterTypeSchema } from '@sinter/sdk/contract/orders/ordering';
import { documentTypeSchema } from '@sinter/sdk/contract/orders/terms';
import {
  jobStatusLabels,
  schedulingModeSchema,
  jobCreationTypeSchema,
  jobSourceSchema,
  jobStatusSchema,
  jobTypeSchema,
  materialUnitSchema,
} from '@sinter/sdk/contract/scheduling/jobs';
import { navigationItemTypeSchema, storefrontModeSchema } from '@sinter/sdk/contract/host/configuration';
import { primaryUseCaseSchema, sourcingTypeSchema } from '@sinter/sdk/contract/orders/request';
import { objectKindSchema } from '@sinter/sdk/contract/comments/comments';
import {
  shipmentActionSchema,
  vendorRelationSchema,
  matchStatusSchema,
  orderStatusSchema,
  statusGroups,
} from '@sinter/sdk/contract/orders/orders';
import { processKeySchema, processLabels } from '@sinter/sdk/contract/catalog/processes';
import { trayCommandSchema } from '@sinter/sdk/contract/grabcad/tray';
import { specifiedEnumerations } from './specification.ts';

const declared: Record<keyof typeof specifiedEnumerations, readonly string[]> = {
  processNames: Object.values(processLabels),
  processKeys: processKeySchema.options,
  trayCommands: trayCommandSchema.options,
  jobTypes: jobTypeSchema.options,
  jobCreationTypes: jobCreationTypeSchema.options,
  schedulingModes: schedulingModeSchema.options,
  planningTools: jobSourceSchema.options,
  machineKinds: machineKindSchema.options,
  materialUnits: materialUnitSchema.options,
  materialRoles: materialRoleSchema.options,
  navigationItemTypes: navigationItemTypeSchema.options,
  uploadSteps: uploadStepSchema.options,
  operationStatuses: operationStatusSchema.options,
  fileOperationTypes: fileOperationTypeSchema.options,
  configTypes: configTypeSchema.options,
  primaryUseCases: primaryUseCaseSchema.options,
  objectKinds: objectKindSchema.options,
  vendorRelations: vendorRelationSchema.options,
  sourcingTypes: sourcingTypeSchema.options,
  lengthUnits: lengthUnitSchema.options,
  displayUnits: displayUnitSchema.options,
  orientationModes: orientationModeSchema.options,
  shipmentActions: shipmentActionSchema.options,
  documentTypes: documentTypeSchema.options,
  storefrontModes: storefrontModeSchema.options,
  filterTypes: filterTypeSchema.options,
  jobStatuses: jobStatusSchema.options,
  jobStatusLabels: Object.values(jobStatusLabels),
  matchStatuses: matchStatusSchema.options,
  orderStatuses: orderStatusSchema.options,
  roles: roleSchema.options,
  accountTypes: accountTypeSchema.options,
  memberRoles: memberRoleSchema.options,
  authorities: authoritySchema.options,
  permissions: platformPermissionSchema.options,
};

describe('enumerations', () => {
  it.each(Object.entries(specifiedEnumerations))('%s are those of the specification', (name, specified) => {
    const found = Object.entries(declared).find(([key]) => key === name)?.[1] ?? [];
    expect([...found].sort()).toEqual(specified.split(', ').sort());
  });

  it('puts every match status into exactly one group', () => {
    expect(Object.values(statusGroups).flat().sort()).toEqual([...matchStatusSchema.options].sort());
  });
});
