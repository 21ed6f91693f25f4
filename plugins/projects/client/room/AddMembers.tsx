import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { addProjectMember, listCandidates } from '@sinter/sdk/contract/projects/members';
import type { CallResult } from '@sinter/sdk/contract/call';
import { projectRoleSchema, type Project, type ProjectRole } from '@sinter/sdk/contract/projects/projects';
import { Action, Question } from '@sinter/sdk/state';
import { ErrorNotice, LightButton, LightSelect, SearchInput, Section, useStore, useTexts } from '@sinter/sdk/ui';
import type { RoomProps } from './ProjectStore.ts';
import css from './room.module.css';

type Candidate = CallResult<typeof listCandidates>[number];

/** People who can be added at once: colleagues, and for an owner those of the customer who ordered. */
export const AddMembers = observer(function AddMembers({ store, project }: RoomProps) {
  const t = useTexts();
  const [role, setRole] = useState<ProjectRole>('EDITOR');
  const { question } = useStore((host) => {
    const asked = new Question<string, Candidate[]>(host, {
      ask: (search, signal) =>
        host.api.call(listCandidates, { params: { id: store.id }, query: { search } }, { signal }),
      failed: 'people could not be loaded',
    });
    return { question: asked, start: () => asked.start('') };
  });
  const [adding] = useState(
    () =>
      new Action<[Candidate, ProjectRole], Project>(store.host, {
        run: ({ userId, side }, as) =>
          store.host.api.call(addProjectMember, { params: { id: store.id }, body: { userId, side, role: as } }),
        onDone: (changed) => {
          store.show(changed);
          question.refresh();
        },
        failed: 'a member was not added',
        toast: true,
      }),
  );
  const roles = projectRoleSchema.options.filter((one) => one !== 'OWNER' || project.may.manage);
  const found = question.answer ?? [];
  return (
    <Section title={t('member.add')}>
      <div className={css['stack']}>
        <div className={css['row']}>
          <SearchInput
            label={t('member.search')}
            placeholder={t('member.search')}
            onSearch={(text) => question.ask(text)}
          />
          <LightSelect
            aria-label={t('member.role')}
            value={role}
            onChange={({ target }) => setRole(projectRoleSchema.parse(target.value))}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {t(`role.${one}`)}
              </option>
            ))}
          </LightSelect>
        </div>
        {question.error !== null && (
          <ErrorNotice subject={t('member.add')} error={question.error} onRetry={question.retry} />
        )}
        {question.answer && found.length === 0 && <p className={css['quiet']}>{t('member.none')}</p>}
        <ul className={css['people']}>
          {found.map((one) => (
            <li key={`${one.side} ${one.userId}`}>
              <span>
                <bdi>{one.name}</bdi> <span className={css['quiet']}>{t(`side.${one.side}`)}</span>
              </span>
              <LightButton
                size="small"
                disabled={adding.busy}
                aria-label={t('member.add.named', { name: one.name })}
                onClick={() => void adding.run(one, role)}
              >
                {t('member.add.do')}
              </LightButton>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
});
