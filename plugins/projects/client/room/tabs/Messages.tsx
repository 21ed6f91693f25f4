import { Section, useTexts } from '@sinter/sdk/ui';
import { Talk } from '../Talk.tsx';
import type { RoomProps } from '../ProjectStore.ts';

/** What the members write to each other about the project. */
export default function Messages({ store, project }: RoomProps) {
  const t = useTexts();
  return (
    <Section title={t('project.tab.messages')}>
      <Talk host={store.host} kind="PROJECT" id={project.id} closed={project.closed} />
    </Section>
  );
}
