import type { PackageReviewState } from '@sinter/sdk/contract/host/extensionReview';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

const tones: Readonly<Record<PackageReviewState, Tone>> = {
  SUBMITTED: 'amber',
  CHECKED: 'amber',
  APPROVED: 'blue',
  PUBLISHED: 'green',
  BLOCKED: 'red',
  REJECTED: 'grey',
};

export function StatePill({ state }: { state: PackageReviewState }) {
  const t = useTexts();
  return <StatusPill tone={tones[state]}>{t(`package.${state}`)}</StatusPill>;
}
