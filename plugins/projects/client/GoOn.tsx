import { useEffect } from 'react';
import { useNavigate } from '@sinter/sdk/ui';

/** Leads to another screen once it is drawn: after the form whose entries would be asked about is gone. */
export function GoOn({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to), [navigate, to]);
  return null;
}
