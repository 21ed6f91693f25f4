import { useId, useState, type ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { List } from '@sinter/sdk/state/lists';
import { ErrorNotice, LightButton, LightInput, useStore, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { dayNames, listFiltersSchema, severalNames } from '../../shared/listFilters.ts';
import type { Days, ListFilters, Several } from '../../shared/listFilters.ts';
import type { Side } from './columns.tsx';
import { FilterChoices } from './FilterChoices.ts';
import css from './filterPanel.module.css';

interface Choice {
  value: string;
  name: string;
}

interface FilterPanelProps {
  list: List<OrderRow, ListFilters>;
  side: Side;
  /** Kept from the customer: nothing is narrowed by them. */
  hiddenColumns: readonly string[];
}

/** The column that tells what a filter asks for. */
const columnOf: Partial<Record<Several | Days, string>> = {
  theirNumber: 'thirdPartyOrderId',
  useCase: 'primaryUseCase',
  industry: 'industryFocus',
  quoteDue: 'quoteDueDate',
};

/** What the list can be narrowed by; each choice takes effect at once. */
export default observer(function FilterPanel({ list, side, hiddenColumns }: FilterPanelProps) {
  const t = useTexts();
  const { question } = useStore((host) => new FilterChoices(host));
  const { filters } = list;
  const known = question.answer;
  if (!known && question.error)
    return <ErrorNotice subject={t('filter')} error={question.error} onRetry={question.retry} />;
  if (!known) return <span role="status">{t('filter.loading')}</span>;
  const ofIds = (named: readonly { id: number; name: string }[]) =>
    named.map(({ id, name }): Choice => ({ value: String(id), name }));
  const ofTexts = (texts: readonly string[]) => texts.map((name): Choice => ({ value: name, name }));
  const chosenFrom: Partial<Record<Several, readonly Choice[]>> = {
    process: ofIds(known.processes),
    generalMaterial: ofIds(known.generalMaterials),
    material: ofIds(known.materials),
    ...(side === 'provider' ? { machine: ofIds(known.machines), customer: ofIds(known.customers) } : {}),
    tag: known.tags.map(({ value, label }) => ({ value, name: label })),
    useCase: primaryUseCaseSchema.options.map((value) => ({ value, name: t(`useCase.${value}`) })),
    industry: ofTexts(known.industries),
    form: ofTexts(known.requestForms),
  };
  const isShown = (name: Several | Days) => !hiddenColumns.includes(columnOf[name] ?? '');
  const typed = severalNames
    .filter(isShown)
    .filter((name) => name === 'number' || name === 'theirNumber' || name === 'file');
  const clear = () => {
    const { status, q, due } = filters;
    list.showFilters(listFiltersSchema.parse({ status, q, due }));
  };
  return (
    <div className={css['panel']}>
      {severalNames.filter(isShown).flatMap((name) => {
        const options = chosenFrom[name] ?? [];
        return options.length === 0 ? [] : [<Group key={name} {...{ name, options, list }} />];
      })}
      {dayNames.filter(isShown).map((name) => (
        <DayGroup key={name} name={name} list={list} />
      ))}
      {typed.map((name) => (
        <Typed key={`${name} ${filters[name].join()}`} name={name} list={list} />
      ))}
      <LightButton onClick={clear}>{t('filter.clear')}</LightButton>
    </div>
  );
});

/** A group that opens with what is chosen in it. */
function Fold({ title, count, children }: { title: string; count: number; children: () => ReactNode }) {
  const [open, setOpen] = useState(count > 0);
  return (
    <details open={open} className={css['group']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {count > 0 && <span className={css['count']}>{count}</span>}
      </summary>
      {open && children()}
    </details>
  );
}

interface GroupProps {
  name: Several;
  options: readonly Choice[];
  list: List<OrderRow, ListFilters>;
}

const Group = observer(function Group({ name, options, list }: GroupProps) {
  const t = useTexts();
  const chosen = list.filters[name];
  const toggle = (value: string) =>
    list.filter({ [name]: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value] });
  return (
    <Fold title={t(`filter.${name}`)} count={chosen.length}>
      {() => (
        <div className={css['options']} role="group" aria-label={t(`filter.${name}`)}>
          {options.map(({ value, name: text }) => (
            <label key={value}>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
              <bdi>{text}</bdi>
            </label>
          ))}
        </div>
      )}
    </Fold>
  );
});

const DayGroup = observer(function DayGroup({ name, list }: { name: Days; list: GroupProps['list'] }) {
  const t = useTexts();
  const range = list.filters[name];
  const show = (change: Partial<typeof range>) => list.filter({ [name]: { ...range, ...change } });
  const count = (range.from === null ? 0 : 1) + (range.to === null ? 0 : 1);
  return (
    <Fold title={t(`filter.${name}`)} count={count}>
      {() => (
        <div className={css['days']} role="group" aria-label={t(`filter.${name}`)}>
          <span>{t('filter.from')}</span>
          <DateInput
            label={t('filter.from')}
            value={range.from}
            max={range.to ?? undefined}
            onChange={(from) => show({ from })}
          />
          <span>{t('filter.to')}</span>
          <DateInput
            label={t('filter.to')}
            value={range.to}
            min={range.from ?? undefined}
            onChange={(to) => show({ to })}
          />
        </div>
      )}
    </Fold>
  );
});

/** Numbers that people know, divided by commas; taken with Enter or by leaving the field. */
const Typed = observer(function Typed({ name, list }: { name: Several; list: GroupProps['list'] }) {
  const t = useTexts();
  const id = useId();
  const chosen = list.filters[name];
  const [text, setText] = useState(chosen.join(', '));
  const take = () => {
    const values = text
      .split(/[,;،、\s]+/)
      .map((one) => one.replace(/^#/, ''))
      .filter((one) => one !== '');
    if (values.join() !== chosen.join()) list.filter({ [name]: values });
  };
  return (
    <form
      className={css['typed']}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label htmlFor={id}>{t(`filter.${name}`)}</label>
      <LightInput id={id} dir="ltr" value={text} onBlur={take} onChange={({ target }) => setText(target.value)} />
    </form>
  );
});
