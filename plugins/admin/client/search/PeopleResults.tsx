import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { listTeam } from '@sinter/sdk/contract/admin/team';
import type { PluginHost, ShellSearchProps } from '@sinter/sdk/plugin';
import { RemoteSearch } from '@sinter/sdk/state/lists';
import { useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { includesWords, SearchResults } from '@sinter/sdk/ui/root';
import { keyOf, nameOf } from '../team/members.ts';

const shown = 6;

const searchOf = (host: PluginHost) =>
  new RemoteSearch(host, async (text, signal) => {
    const team = await host.api.call(listTeam, { query: { invited: 'true' } }, { signal });
    return team.filter((member) => includesWords(`${nameOf(member)} ${member.email}`, text)).slice(0, shown);
  });

/** People of the team among the results of the shell's search. */
export default observer(function PeopleResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [search] = useState(() => searchOf(host));
  useEffect(() => search.ask(query), [search, query]);
  useEffect(() => search.follow(), [search]);
  const opens = useOpens();
  const team = host.user.serviceProvider ? '/service-provider/team' : '/engineer/team';
  return (
    <SearchResults
      label={t('search.people')}
      loading={search.loading}
      error={search.error}
      items={(opens(team) ? search.items : []).map((member) => ({
        id: keyOf(member),
        label: nameOf(member),
        detail: member.email,
        choose: () => {
          close();
          host.navigate(`${team}?q=${encodeURIComponent(member.email)}`);
        },
      }))}
    />
  );
});
