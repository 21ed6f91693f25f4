import { messageOf, StatusPill, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Button, Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { toneOf } from '../status.ts';
import { formatWindow } from '../texts.ts';
import { jobFields } from './JobSearchStore.ts';
import type { SchedulerStore } from './SchedulerStore.ts';
import css from './jobSearch.module.css';

/** Picks a job by one thing about it; the chart goes to it until it is cleared. */
export const JobSearch = observer(function JobSearch({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const id = useId();
  const [focused, setFocused] = useState(false);
  const { search, picked } = store;
  const { jobs, active } = search;
  const open = focused && !picked && (search.answered || search.error !== null || search.needsNumber);
  // What had the keyboard goes; what comes in its place takes it.
  const passed = useRef(false);
  const take = (element: { focus: () => void } | null) => {
    if (!element || !passed.current) return;
    passed.current = false;
    element.focus();
  };
  const pick = (place: number) => {
    const job = jobs[place];
    if (!job) return;
    passed.current = true;
    store.pick(job);
  };
  const clear = () => {
    passed.current = true;
    store.clearPick();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') search.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && search.answered && active >= 0) pick(active);
    else if (event.key === 'Enter') search.search();
    else if (event.key === 'Escape' && search.text !== '') search.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css['search']} role="search" aria-label={t('pick.title')}>
      <Select
        className={css['field']}
        aria-label={t('pick.field')}
        value={search.field}
        disabled={picked !== null}
        popupMatchSelectWidth={false}
        onChange={search.setField}
        options={jobFields.map((value) => ({ value, label: t(`pick.${value}`) }))}
      />
      {picked ? (
        <div className={css['picked']}>
          <span title={picked.jobName}>
            <bdi>#{picked.id}</bdi> <bdi>{picked.jobName}</bdi>
          </span>
          <Button ref={take} size="small" type="text" onClick={clear}>
            {t('pick.clear')}
          </Button>
        </div>
      ) : (
        <Input
          ref={take}
          className={css['text']}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-jobs`}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          aria-label={t('pick.title')}
          placeholder={t('pick.placeholder')}
          value={search.text}
          allowClear
          onChange={(event) => search.setText(event.target.value)}
          onKeyDown={press}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      )}
      {open && (
        <div className={css['found']}>
          <div id={`${id}-jobs`} role="listbox" aria-label={t('pick.found')} className={css['jobs']}>
            {jobs.map((job, place) => (
              <div
                key={job.id}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                className={css['job']}
                // The field keeps the keyboard, so that the list does not close before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(place)}
                onKeyDown={press}
              >
                <strong>
                  <bdi>#{job.id}</bdi> <bdi>{job.jobName}</bdi>
                </strong>
                <StatusPill tone={toneOf[job.jobStatus]}>{t(`status.${job.jobStatus}`)}</StatusPill>
                <span>
                  {job.equipmentName} · {formatWindow(store.zone, job)}
                </span>
              </div>
            ))}
          </div>
          {jobs.length === 0 && (
            <p role="status">
              {search.error !== null
                ? messageOf(search.error)
                : t(search.needsNumber ? 'pick.needsNumber' : 'pick.none')}
            </p>
          )}
        </div>
      )}
    </div>
  );
});
