import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { removeProjectMember, changeProjectMember } from '@sinter/sdk/contract/projects/members';
import {
  projectRoleSchema,
  type ProjectMember,
  type Project,
  type ProjectRole,
} from '@sinter/sdk/contract/projects/projects';
import { Action } from '@sinter/sdk/state';
import {
  ConfirmDialog,
  DataTable,
  LightButton,
  LightSelect,
  Section,
  useNavigate,
  usePlugin,
  useTexts,
  type DataColumn,
} from '@sinter/sdk/ui';
import { projectsPath } from '../../paths.ts';
import { AddMembers } from '../AddMembers.tsx';
import { InviteForm } from '../InviteForm.tsx';
import type { RoomProps } from '../ProjectStore.ts';
import css from '../room.module.css';

/** Who is in the project, on both sides. */
export default observer(function Members({ store, project }: RoomProps) {
  const t = useTexts();
  const host = usePlugin();
  const { api } = host;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<ProjectMember | null>(null);
  const [changing] = useState(
    () =>
      new Action<[ProjectMember, ProjectRole], Project>(store.host, {
        run: ({ side, userId }, role) =>
          api.call(changeProjectMember, { params: { id: store.id, side, userId }, body: { role } }),
        onDone: (changed) => store.show(changed),
        failed: 'a member was not changed',
        toast: true,
      }),
  );
  const [removing] = useState(
    () =>
      new Action<[ProjectMember], unknown>(store.host, {
        run: ({ side, userId }) => api.call(removeProjectMember, { params: { id: store.id, side, userId } }),
        onDone: (_, { self }) => {
          setAsked(null);
          if (self) navigate(projectsPath(host));
          else store.question.refresh();
        },
        onFailed: () => setAsked(null),
        failed: 'a member was not removed',
        toast: true,
      }),
  );
  const { may } = project;
  const columns: DataColumn<ProjectMember>[] = [
    { key: 'name', title: t('member.name'), rank: 'name', render: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'side',
      title: t('member.side'),
      render: ({ side }) => <bdi>{placeOf(project, side) ?? t(`side.${side}`)}</bdi>,
    },
    {
      key: 'role',
      title: t('member.role'),
      render: (member) =>
        may.manage ? (
          <LightSelect
            aria-label={t('member.role.of', { name: member.name })}
            value={member.role}
            disabled={changing.busy}
            onChange={({ target }) => void changing.run(member, projectRoleSchema.parse(target.value))}
          >
            {projectRoleSchema.options.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </LightSelect>
        ) : (
          t(`role.${member.role}`)
        ),
    },
    {
      key: 'remove',
      title: '',
      align: 'right',
      render: (member) =>
        (may.manage || member.self) && (
          <LightButton
            size="small"
            aria-label={t(member.self ? 'member.leave' : 'member.remove.named', { name: member.name })}
            onClick={() => setAsked(member)}
          >
            {t(member.self ? 'member.leave' : 'member.remove')}
          </LightButton>
        ),
    },
  ];
  return (
    <div className={css['columns']}>
      <div className={css['column']}>
        <Section title={t('project.members')}>
          <div className={css['stack']}>
            <DataTable
              label={t('project.members')}
              columns={columns}
              rows={project.members}
              rowKey={({ side, userId }) => `${side} ${userId}`}
              pageSize={500}
            />
            {project.invited.length > 0 && (
              <p className={css['quiet']}>{t('member.invited', { emails: project.invited.join(', ') })}</p>
            )}
            <p className={css['quiet']}>{t('member.roles')}</p>
          </div>
        </Section>
      </div>
      <div className={css['column']}>
        {may.invite && <AddMembers store={store} project={project} />}
        {may.manage && <InviteForm store={store} project={project} />}
      </div>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t(asked?.self ? 'member.leave.title' : 'member.remove.title', { name: asked?.name ?? '' })}
        yes={t(asked?.self ? 'member.leave' : 'member.remove')}
        no={t('project.cancel')}
        ready={!removing.busy}
        onAnswer={(yes) => (yes && asked ? void removing.run(asked) : setAsked(null))}
      >
        {t(asked?.self ? 'member.leave.text' : 'member.remove.text')}
      </ConfirmDialog>
    </div>
  );
});

const placeOf = ({ customer, facility }: Project, side: ProjectMember['side']): string | undefined =>
  (side === 'ROLE_ENGINEER' ? customer : facility)?.name;
