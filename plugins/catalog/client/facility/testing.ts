import { listAmProcesses } from '@sinter/sdk/contract/catalog/offered';
import { readProviderProfile } from '@sinter/sdk/contract/admin/profiles';
import {
  listFacilityEquipments,
  listFacilityMaterials,
  listGeneralMaterials,
} from '@sinter/sdk/contract/catalog/machines';
import { fakeHost } from '@sinter/sdk/testing';
import { vi } from 'vitest';
import { Facility, type KeptMaterial, type Machine } from './Facility.ts';

export const materialOf = (id: number, change: Partial<KeptMaterial> = {}): KeptMaterial => ({
  ...{ id, name: `Material ${id}`, generalMaterial: { id: 1, name: 'Polyamide' }, amProcessId: 30, density: 1 },
  ...{ manufacturer: 'EOS', source: 'https://maker.example/sheet', own: false, pricePerKg: 6800 },
  properties: {
    ...{ tensileStrengthMpa: 48, tensileModulusMpa: 1700, elongationAtBreakPercent: 18 },
    ...{ heatDeflectionC: null, heatDeflectionAt: null, hardness: null },
  },
  ...change,
});

export const machineOf = (id: number, change: Partial<Machine> = {}): Machine => ({
  ...{ id, displayName: `SLS-0${id}`, machineDTO: { model: 'P 396' }, spId: 1, facilityName: 'Works', imageUrl: null },
  machine: {
    ...{ id: 10, modelName: 'P 396', manufacturer: { id: 20, name: 'EOS' }, amProcess: { id: 30, name: 'SLS' } },
    ...{ generalMaterialTypes: [], kind: 'THREED_PRINTER', buildVolume: { x: 340, y: 340, z: 600 } },
  },
  ...{ materials: [50], supportMaterials: [], detailingAgentMaterials: [], fusingAgentMaterials: [] },
  ...{ currentlyUsedMaterialId: 50, hidden: false, hourlyRate: 3400, imageFileId: null, openJobs: 0, used: false },
  ...{ layerHeightUm: null, materialRoles: [{ id: 50, role: 'DEFAULT' }] },
  ...change,
});

/** A facility with two machines, of which both run the one material it keeps. */
export async function openedFacility() {
  const fake = fakeHost({ id: 'catalog' });
  const { api } = fake;
  api.answer(listFacilityEquipments, [machineOf(1), machineOf(2, { materialRoles: [] })]);
  api.answer(listFacilityMaterials, [materialOf(50)]);
  api.answer(listAmProcesses, [
    { id: 30, name: 'SLS', processKey: 'SELECTIVE_LASER_SINTERING', sequence: 0 },
    { id: 31, name: 'SLA', processKey: 'SLA', sequence: 1 },
  ]);
  api.answer(listGeneralMaterials, [
    { id: 1, name: 'Polyamide' },
    { id: 2, name: 'Photopolymer' },
  ]);
  const { currency, ...profile } = { ...api.answerWithSample(readProviderProfile), currency: 'JPY' };
  api.answer(readProviderProfile, { ...profile, currency });
  const facility = new Facility(fake.host);
  facility.start();
  await vi.waitFor(() => {
    if (facility.loading) throw new Error('The facility is still loading.');
  });
  return { ...fake, facility };
}
