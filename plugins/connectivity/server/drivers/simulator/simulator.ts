import type { OpenDriver } from '../driver.ts';
import { simulatedMachines, simulatedReading } from './plant.ts';

/** The plant that ships with the product: no machine is behind it, and every screen says so. */
export const openSimulator: OpenDriver = () => ({
  cursor: () => '',
  read: () => Promise.resolve(simulatedMachines.map((machine, index) => simulatedReading(machine, index, Date.now()))),
});
