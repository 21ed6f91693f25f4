import { useEffect } from 'react';
import { usePlugin } from '@sinter/sdk/ui';
import { heldHere, type Held } from './Held.ts';

export function useHeld(): Held {
  const held = usePlugin().get(heldHere);
  useEffect(() => held.start(), [held]);
  return held;
}
