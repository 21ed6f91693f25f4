import { useEffect } from 'react';
import { Loading } from '@sinter/sdk/ui';

/** What the person may not see is told by a screen of the shell (specification 4.2). */
export function Elsewhere({ path }: { path: '/access-denied' | '/account-verify' }) {
  useEffect(() => window.location.replace(path), [path]);
  return <Loading />;
}
