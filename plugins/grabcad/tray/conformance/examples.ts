import type { CommandData, TrayLine } from '../messages.ts';

export const lineOf = ({ orderId, fileId, fileName, quantity }: TrayLine): TrayLine => ({
  orderId,
  fileId,
  fileName,
  quantity,
});

/** A job of these lines, as a page sends it. */
export const jobOf = (models: TrayLine[]): CommandData<'INSERT_JOB'> => ({
  jobId: 12,
  jobName: 'Brackets',
  models,
  fromDate: '1760000000000',
  toDate: '1760003600000',
  equipment: { id: 4, name: 'H350' },
});
