import type { Problem } from '../request/problems.ts';

export const steps = ['upload', 'configure', 'requirements', 'delivery', 'review'] as const;
export type Step = (typeof steps)[number];

export const stepIn = (search: string): Step => {
  const named = new URLSearchParams(search).get('step');
  return steps.find((step) => step === named) ?? 'upload';
};

/** Where a problem is put right. */
export const stepOf: Record<Problem, Step> = {
  noParts: 'upload',
  waiting: 'upload',
  preparing: 'upload',
  failed: 'upload',
  exportControlled: 'upload',
  incomplete: 'configure',
  refused: 'configure',
  title: 'requirements',
  titleLong: 'requirements',
  notesLong: 'requirements',
  questions: 'requirements',
};
