import { Team } from './Team.tsx';

export default function ProviderTeamPage() {
  return <Team side="provider" />;
}
