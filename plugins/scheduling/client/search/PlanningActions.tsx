import type { ShellSearchProps } from '@sinter/sdk/plugin';
import { useOpens, usePlugin, useTexts } from '@sinter/sdk/ui';
import { includesWords, SearchResults } from '@sinter/sdk/ui/root';

const schedules = '/service-provider/schedules';
const actions = { job: 'job.new', downtime: 'downtime.new' } as const;

/** What planners begin, among the results of the shell's search. */
export default function PlanningActions({ query, close }: ShellSearchProps) {
  const host = usePlugin();
  const t = useTexts();
  const opens = useOpens();
  if (!opens(schedules)) return null;
  const items = Object.entries(actions)
    .map(([kind, label]) => ({
      id: kind,
      label: t(label),
      choose: () => {
        close();
        host.navigate(`${schedules}?new=${kind}`);
      },
    }))
    .filter(({ label }) => includesWords(label, query));
  return <SearchResults label={t('page.schedules')} items={items} />;
}
