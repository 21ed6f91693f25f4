import { useStore } from '@sinter/sdk/ui';
import { Objects } from './Objects.tsx';
import { OutcomeStore } from './OutcomeStore.ts';

/** The objects of the build that makes a lot. */
export default function BuildObjects({ jobId }: { jobId: number }) {
  return <Objects store={useStore((host) => new OutcomeStore(host, jobId))} />;
}
