export const tabs = ['overview', 'tasks', 'orders', 'parts', 'files', 'messages', 'members', 'activity'] as const;
export type Tab = (typeof tabs)[number];

/** The tab that an address names. */
export function chosenTab(search: string): Tab {
  const named = new URLSearchParams(search).get('tab');
  return tabs.find((tab) => tab === named) ?? 'overview';
}
