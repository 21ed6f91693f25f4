import { useId, useState } from 'react';
import { Button, Input, Space } from 'antd';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { MemberStore } from './MemberStore.ts';
import type { TeamStore } from './TeamStore.ts';
import css from './team.module.css';

/** The departments somebody belongs to; new ones are made on the way. */
export const Departments = observer(function Departments({ store, team }: { store: MemberStore; team: TeamStore }) {
  const t = useTexts();
  const id = useId();
  const [name, setName] = useState('');
  const add = async () => {
    if (name.trim() !== '' && (await store.addDepartment(name.trim()))) setName('');
  };
  const known = new Map([...store.member.departments, ...team.departments].map((one) => [one.id, one.name]));
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{t('team.column.departments')}</label>
      <Select
        id={id}
        mode="multiple"
        value={[...store.departmentIds]}
        disabled={!store.isEditable}
        placeholder={t('team.departments.none')}
        options={[...known].map(([value, label]) => ({ value, label }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(ids) => store.setDepartments(ids)}
      />
      {store.isEditable && (
        <Space.Compact>
          <Input
            aria-label={t('team.departments.new')}
            placeholder={t('team.departments.new')}
            value={name}
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={() => void add()}
          />
          <Button
            disabled={name.trim() === ''}
            loading={store.busy === 'department'}
            aria-label={t('team.departments.add')}
            onClick={() => void add()}
          >
            {t('common.add')}
          </Button>
        </Space.Compact>
      )}
      {store.problems.departments && (
        <span role="alert" className={css['problem']}>
          {store.problems.departments}
        </span>
      )}
    </div>
  );
});
