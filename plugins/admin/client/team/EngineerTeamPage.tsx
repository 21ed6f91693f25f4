import { Team } from './Team.tsx';

export default function EngineerTeamPage() {
  return <Team side="buyer" />;
}
