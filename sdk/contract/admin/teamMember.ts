import { createSlot } from '../../plugin/slot.ts';

export interface TeamMemberProps {
  member: { userId: number; name: string };
}
/** A section at the end of what the team's screen shows of a person, for who may edit the team. */
export const teamMember = createSlot<TeamMemberProps>('admin/TeamMember@1');
