import type { OrderPartActionProps } from '@sinter/sdk/contract/orders/orderPartActions';
import { OpenButton } from './OpenButton.tsx';

export default function PartButton({ orderFileIds }: OrderPartActionProps) {
  return <OpenButton place="isMagicsEnabled" opened={{ orderFileIds }} />;
}
