// @vitest-environment happy-dom
import { characteristicSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { expect, it } from 'vitest';
import { readLines } from '../../shared/inspection/csv.ts';
import { readQif } from './qif.ts';

const characteristics = [
  characteristicSchema.parse({ key: 'bore', number: '1', name: 'Bore' }),
  characteristicSchema.parse({ key: 'burr', number: '2', name: 'No burr', kind: 'ATTRIBUTE', unit: '' }),
];

const measured = (id: string, value: string) => `<DiameterCharacteristicMeasurement id="9${id}">
  <Status><CharacteristicStatusEnum>PASS</CharacteristicStatusEnum></Status>
  <CharacteristicItemId>${id}</CharacteristicItemId>${value}</DiameterCharacteristicMeasurement>`;

const qif = (unit = 'mm', head = '') => `<?xml version="1.0" encoding="UTF-8"?>${head}
<QIFDocument xmlns="http://qifstandards.org/xsd/qif3" versionQIF="3.0.0">
  <FileUnits><PrimaryUnits><LinearUnit><SIUnitName>meter</SIUnitName><UnitName>${unit}</UnitName></LinearUnit></PrimaryUnits></FileUnits>
  <Characteristics><CharacteristicItems n="2">
    <DiameterCharacteristicItem id="11"><Name>Bore</Name></DiameterCharacteristicItem>
    <UserDefinedAttributeCharacteristicItem id="12"><CharacteristicDesignator><Designator>2</Designator></CharacteristicDesignator>
      <Name>Burr</Name></UserDefinedAttributeCharacteristicItem>
  </CharacteristicItems></Characteristics>
  <MeasurementsResults><MeasurementResultsSet n="2">
    <MeasurementResults id="21"><MeasuredCharacteristics><CharacteristicMeasurements n="2">
      ${measured('11', '<Value>6.012</Value>')}${measured('12', '')}
    </CharacteristicMeasurements></MeasuredCharacteristics></MeasurementResults>
    <MeasurementResults id="22"><MeasuredCharacteristics><CharacteristicMeasurements n="1">
      ${measured('11', '<Value>5.94</Value>')}${measured('13', '<Value>1</Value>')}
    </CharacteristicMeasurements></MeasuredCharacteristics></MeasurementResults>
  </MeasurementResultsSet></MeasurementsResults>
</QIFDocument>`;

it('reads pieces in their order, characteristics by designator or name, and values or verdicts', () => {
  const found = readQif(qif(), characteristics);
  if (!('rows' in found)) throw new Error('Nothing was read.');
  const { read, wrong } = readLines(
    found.rows,
    { sample: 0, characteristic: 1, value: 2 },
    { characteristics, samples: 2 },
  );
  expect(read.map(({ sample, key, value }) => [sample, key, value])).toEqual([
    [1, 'bore', 6.012],
    [1, 'burr', true],
    [2, 'bore', 5.94],
  ]);
  expect(wrong).toMatchObject([{ problem: 'CHARACTERISTIC', text: '13' }]);
});

it('refuses other units, other files, and what declares entities', () => {
  expect(readQif(qif('inch'), characteristics)).toEqual({ problem: 'UNIT' });
  expect(readQif('<a/>', characteristics)).toEqual({ problem: 'QIF' });
  expect(readQif(qif('mm', '<!DOCTYPE x [<!ENTITY a "b">]>'), characteristics)).toEqual({ problem: 'XML' });
});
