import type { JobSlotProps } from '@sinter/sdk/contract/scheduling/jobSlots';
import { OpenButton } from './OpenButton.tsx';

export default function JobButton({ job: { id } }: JobSlotProps) {
  return <OpenButton place="isMagicsEnabled" opened={{ jobId: id }} />;
}
