import { formatSize } from '@sinter/sdk/i18n';
import type { Machine } from './Facility.ts';

type Model = Machine['machine'];

/** `HP Jet Fusion 5200`; many makers begin the names of their models with their own. */
export const fullName = ({ manufacturer: { name }, modelName }: Pick<Model, 'manufacturer' | 'modelName'>): string =>
  modelName.toLowerCase().startsWith(`${name.toLowerCase()} `) ? modelName : `${name} ${modelName}`;

/** `340 × 340 × 600 mm`, or nothing for a machine that builds nothing. */
export const volumeOf = (box: Model['buildVolume']): string => (box ? formatSize([box.x, box.y, box.z]) : '');
