/** Programs that say how long a build will take. */
export const simulationSoftware: readonly string[] = [
  '3D Sprint',
  'Additive Works Amphyon',
  'Ansys Additive',
  'Autodesk Netfabb',
  'Cura',
  'EOSPRINT',
  'GrabCAD Print',
  'Insight',
  'Magics',
  'PreForm',
  'PrusaSlicer',
  'QuantAM',
  'Simufact Additive',
  'SmartStream 3D Build Manager',
];
