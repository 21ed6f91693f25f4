import { useEffect, useState } from 'react';
import { reaction } from 'mobx';
import type { JobOutcomeProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { usePlugin } from '@sinter/sdk/ui';
import { Objects } from './Objects.tsx';
import { OutcomeStore } from './OutcomeStore.ts';

/** The objects of a job that somebody is about to end on the schedule, which hears what the marks leave to count. */
export default function JobOutcome({ jobId, onMarked }: JobOutcomeProps) {
  const host = usePlugin();
  const [store] = useState(() => new OutcomeStore(host, jobId));
  useEffect(() => {
    const end = store.start();
    const tell = reaction(
      () => store.question.answer?.parts,
      (parts) =>
        onMarked((parts ?? []).map(({ orderFileId, good, failed }) => ({ rfqCadFileId: orderFileId, good, failed }))),
      { fireImmediately: true },
    );
    return () => {
      tell();
      end();
    };
  }, [store, onMarked]);
  return <Objects store={store} />;
}
