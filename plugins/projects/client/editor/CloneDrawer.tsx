import { useState } from 'react';
import * as z from 'zod';
import { cloneProject, type Project } from '@sinter/sdk/contract/projects/projects';
import { newId } from '@sinter/sdk/plugin';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { SwitchField, TextField } from '@sinter/sdk/ui/form';

interface CloneDrawerProps {
  project: Project;
  onSaved: (project: Project) => void;
  onClose: () => void;
}

/** A project like this one: asks what to take of it. */
export default function CloneDrawer({ project, onSaved, onClose }: CloneDrawerProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const [eventId] = useState(newId);
  const schema = z.object({
    name: z.string().trim().min(1, t('project.name.needed')).max(120),
    tasks: z.boolean(),
    parts: z.boolean(),
    members: z.boolean(),
  });
  return (
    <FormDrawer
      keep={`projects.clone.${project.id}`}
      title={t('project.clone')}
      size={440}
      save={t('project.clone')}
      lead={<p>{t('project.clone.text')}</p>}
      onClose={onClose}
      initialValues={{
        name: t('project.clone.name', { name: project.name }).slice(0, 120),
        ...{ tasks: true, parts: true, members: false },
      }}
      schema={schema}
      onSubmit={async ({ name, ...take }) => {
        const body = { eventId, name, take };
        const saved = await api.call(cloneProject, { params: { id: project.id }, body });
        onClose();
        onSaved(saved);
      }}
    >
      <TextField name="name" label={t('project.name')} required maxLength={120} />
      <SwitchField name="tasks" label={t('project.clone.tasks')} />
      <SwitchField name="parts" label={t('project.clone.parts')} />
      <SwitchField name="members" label={t('project.clone.members')} />
    </FormDrawer>
  );
}
