import type { PoolActionProps } from '@sinter/sdk/contract/production/poolActions';
import { OpenButton } from './OpenButton.tsx';

export default function PoolButton({ orderFileIds }: PoolActionProps) {
  return <OpenButton size="small" place="preInQueueMagicsButton" opened={{ orderFileIds }} />;
}
