import { expect, test } from 'vitest';
import { processes } from '../processes.ts';
import { generalMaterials, machineLibrary, materialLibrary } from './index.ts';

const processKeys = new Set(processes.map(([key]) => key));

/** Sorted and unique in one: every key is greater than the one before, compared part by part. */
function outOfOrder(keys: readonly (readonly [string, string])[]) {
  return keys.filter(([first, second], at) => {
    const before = keys[at - 1];
    return before !== undefined && (before[0] > first || (before[0] === first && before[1] >= second));
  });
}

test('no machine stands twice and they are sorted by manufacturer, then model', () => {
  expect(outOfOrder(machineLibrary.map((machine) => [machine.manufacturer, machine.model]))).toEqual([]);
});

test('no material stands twice in a process and they are sorted by process, then name', () => {
  expect(outOfOrder(materialLibrary.map((material) => [material.process, material.name]))).toEqual([]);
});

test('every row says where its facts were read', () => {
  const wrong = [...machineLibrary, ...materialLibrary]
    .map((row) => row.source)
    .filter(
      (source) => !/^https:\/\/[a-z0-9.-]+\.[a-z]+\/\S+$/.test(source) && !/^github\.com(\/[^/]+){3,}$/.test(source),
    );
  expect(wrong).toEqual([]);
});

test('every process is one of the specification, and post-processing is a kind of its own', () => {
  expect([...machineLibrary, ...materialLibrary].filter((row) => !processKeys.has(row.process))).toEqual([]);
  expect(
    machineLibrary.filter(
      (machine) => (machine.kind === 'POST_PROCESSING_MACHINE') !== (machine.process === 'POST_PROCESSING_MACHINE'),
    ),
  ).toEqual([]);
});

test('volumes and densities are of this world, and every printer has a volume', () => {
  const volumes = machineLibrary.flatMap(({ buildVolume }) =>
    buildVolume ? [buildVolume.x, buildVolume.y, buildVolume.z] : [],
  );
  expect(Math.min(...volumes)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...volumes)).toBeLessThanOrEqual(12_000);
  expect(machineLibrary.filter((machine) => machine.kind === 'THREED_PRINTER' && !machine.buildVolume)).toEqual([]);
  const densities = materialLibrary.map((material) => material.density);
  expect(Math.min(...densities)).toBeGreaterThanOrEqual(0.5);
  expect(Math.max(...densities)).toBeLessThanOrEqual(20);
});

test('every general material of the list is used', () => {
  const used = new Set([
    ...machineLibrary.flatMap((machine) => machine.generalMaterials),
    ...materialLibrary.map((material) => material.generalMaterial),
  ]);
  expect(generalMaterials.filter((name) => !used.has(name))).toEqual([]);
});
