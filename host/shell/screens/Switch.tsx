import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import * as z from 'zod';
import { entryPath } from '@sinter/sdk/auth';
import { switchFacility, switchRole } from '@sinter/sdk/contract/host/account';
import { roleSchema } from '@sinter/sdk/contract/enums';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { ErrorNotice, Loading } from '@sinter/sdk/ui';
import type { Browser } from '#host/browser/browser.ts';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './screens.module.css';

export function SwitchRole({ browser: { api } }: { browser: Browser }) {
  const role = roleSchema.safeParse(useParams()['role']).data;
  return (
    <Switching
      subject="switch.role"
      run={() => (role ? api.call(switchRole, { params: { role } }) : Promise.reject(new CallError('NOT_FOUND')))}
    />
  );
}

export function SwitchFacility({ browser: { api } }: { browser: Browser }) {
  const id = z.coerce.number().int().safeParse(useParams()['id']).data;
  return (
    <Switching
      subject="switch.facility"
      run={() => (id ? api.call(switchFacility, { params: { id } }) : Promise.reject(new CallError('NOT_FOUND')))}
    />
  );
}

/** Rights, menu and data are different afterwards, so the page is loaded anew. */
function Switching({ subject, run }: { subject: string; run: () => Promise<SessionUser> }) {
  const t = useHostTexts();
  const [failure, setFailure] = useState<unknown>(null);
  const [ask] = useState(() => run);
  useEffect(() => {
    document.title = t('switch.title');
    ask().then(
      (user) => window.location.replace(entryPath(user)),
      (error: unknown) => setFailure(error),
    );
  }, [ask, t]);
  return (
    <div className={css['centre']}>
      {failure === null ? (
        <Loading text={t(subject)} />
      ) : (
        <ErrorNotice title={t(`${subject}.failed`)} error={failure} />
      )}
    </div>
  );
}
