import { useEffect, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import type { CallResult } from '@sinter/sdk/contract/call';
import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { PluginHost, ShellSearchProps } from '@sinter/sdk/plugin';
import { together } from '@sinter/sdk/state';
import { RemoteSearch } from '@sinter/sdk/state/lists';
import { StatusPill, useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { SearchResults } from '@sinter/sdk/ui/root';
import { writeAddress } from '../scheduler-view/address.ts';
import { dayOf, weekOf } from '../../shared/dayRange.ts';
import { noFilter } from '../scheduler-view/filters.ts';
import { toneOf } from '../status.ts';
import { Zone } from '../zone.ts';

const shown = 6;
const scheduler = '/service-provider/scheduler-view';
const schedules = '/service-provider/schedules';
type FoundJob = CallResult<typeof pickJobs>[number];

const jobSearch = (host: PluginHost) =>
  new RemoteSearch(host, async (searchString, signal) => {
    const jobs = await host.api.call(pickJobs, { body: { searchString } }, { signal });
    return jobs.slice(0, shown);
  });

const machineSearch = (host: PluginHost) =>
  new RemoteSearch(host, async (text, signal) => {
    const { api, user } = host;
    const getFromAllFacilities = user.serviceProvider?.rootSpId === null ? 'true' : 'false';
    const machines = await api.call(listEquipments, { query: { getFromAllFacilities } }, { signal });
    const wanted = text.toLocaleLowerCase();
    const named = machines.filter(({ displayName, machineDTO }) =>
      `${displayName} ${machineDTO.model}`.toLocaleLowerCase().includes(wanted),
    );
    return named.slice(0, shown);
  });

/** Jobs and machines among the results of the shell's search; each is shown in the scheduler. */
export default observer(function SchedulingResults({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const [searches] = useState(() => ({ jobs: jobSearch(host), machines: machineSearch(host) }));
  const { jobs, machines } = searches;
  useEffect(() => {
    jobs.ask(query);
    machines.ask(query);
  }, [jobs, machines, query]);
  useEffect(() => together(jobs.follow(), machines.follow()), [jobs, machines]);
  const zone = new Zone(host.user.serviceProvider?.timeZone ?? 'UTC');
  const opens = useOpens();
  const go = (path: string) => {
    close();
    host.navigate(path);
  };
  const pathOf = ({ id, fromDate, toDate }: FoundJob): string => {
    const range = { from: dayOf(zone, Number(fromDate)), to: dayOf(zone, Number(toDate)) };
    return opens(scheduler)
      ? scheduler + writeAddress(range, noFilter, { jobId: id })
      : `${schedules}?view=week&day=${range.from}&job=${id}`;
  };
  const week = weekOf(zone, Date.now());
  return (
    <>
      <SearchResults
        label={t('search.jobs')}
        loading={jobs.loading}
        error={jobs.error}
        items={(opens(scheduler) || opens(schedules) ? jobs.items : []).map((job) => {
          const { id, jobName, jobStatus, equipmentName } = job;
          return {
            id,
            label: `#${id} ${jobName}`,
            detail: (
              <>
                {equipmentName} <StatusPill tone={toneOf[jobStatus]}>{t(`status.${jobStatus}`)}</StatusPill>
              </>
            ),
            choose: () => go(pathOf(job)),
          };
        })}
      />
      <SearchResults
        label={t('search.machines')}
        loading={machines.loading}
        error={machines.error}
        items={(opens(scheduler) ? machines.items : []).map(({ id, displayName, machineDTO, facilityName }) => ({
          id,
          label: displayName,
          detail: `${machineDTO.model} · ${facilityName}`,
          choose: () => go(scheduler + writeAddress(week, { ...noFilter, equipments: [id] })),
        }))}
      />
    </>
  );
});
