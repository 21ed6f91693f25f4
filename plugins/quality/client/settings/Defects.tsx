import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { Defect } from '@sinter/sdk/contract/quality/settings';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { treeOf, type TreeDefect } from '../defects.ts';
import { belowOf, type QualityStore } from './QualityStore.ts';
import css from './settings.module.css';

const most = 500;
/** Deeper ones stand at the sixth: a narrow screen has no more room. */
const indent = (depth: number) => ({ paddingInlineStart: Math.min(depth, 6) * 20 });

/** The tree of defects: one of them is open, where it is named, moved and removed. */
export const Defects = observer(function Defects({ store, defects }: { store: QualityStore; defects: Defect[] }) {
  const t = useTexts();
  const [opened, setOpened] = useState<number | null>(null);
  const { problems } = store.editor;
  const tree = treeOf(defects);
  const isWrong = (index: number) => Object.keys(problems).some((path) => path.startsWith(`defects.${index}.`));
  return (
    <>
      {tree.length === 0 && <p className={css['quiet']}>{t('quality.defects.empty')}</p>}
      <ol className={css['tree']} aria-label={t('quality.defects')}>
        {tree.map((defect) => {
          const open = opened === defect.id || isWrong(defect.index) || defect.name === '';
          return (
            <li key={defect.id} style={indent(defect.depth)}>
              <button
                type="button"
                className={css['opener']}
                aria-expanded={open}
                onClick={() => setOpened(opened === defect.id ? null : defect.id)}
              >
                <span aria-hidden="true" className={open ? css['down'] : css['ahead']} />
                <bdi>{defect.name.trim() || t('quality.unnamed')}</bdi>
              </button>
              {open && <One store={store} defects={defects} defect={defect} onAdded={setOpened} />}
            </li>
          );
        })}
      </ol>
      <LightButton disabled={defects.length >= most} onClick={() => setOpened(store.addDefect(null))}>
        {t('quality.addDefect')}
      </LightButton>
    </>
  );
});

interface OneProps {
  store: QualityStore;
  defects: Defect[];
  defect: TreeDefect;
  onAdded: (id: number) => void;
}

const One = observer(function One({ store, defects, defect, onAdded }: OneProps) {
  const t = useTexts();
  const { problems } = store.editor;
  const { id, index, name, parentId } = defect;
  const called = name.trim() || t('quality.unnamed');
  // It can't be moved below itself.
  const below = belowOf(defects, id);
  return (
    <div className={css['row']} role="group" aria-label={called}>
      <Labelled label={t('quality.name')} problem={problems[`defects.${index}.name`]}>
        {(field) => (
          <LightInput
            {...field}
            dir="auto"
            maxLength={80}
            value={name}
            onChange={({ target }) => store.changeDefect(id, { name: target.value })}
          />
        )}
      </Labelled>
      <Labelled
        label={t('quality.parent')}
        problem={problems[`defects.${index}.parentId`] ?? problems[`defects.${index}.id`]}
      >
        {(field) => (
          <LightSelect
            {...field}
            value={parentId === null ? '' : String(parentId)}
            onChange={({ target }) =>
              store.changeDefect(id, { parentId: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">{t('quality.top')}</option>
            {treeOf(defects)
              .filter((each) => !below.has(each.id))
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {`${'\u00a0\u00a0'.repeat(each.depth)}${each.name || t('quality.unnamed')}`}
                </option>
              ))}
          </LightSelect>
        )}
      </Labelled>
      <span className={css['buttons']}>
        <LightButton
          size="small"
          disabled={defects.length >= most}
          aria-label={t('quality.addBelowNamed', { name: called })}
          onClick={() => onAdded(store.addDefect(id))}
        >
          {t('quality.addBelow')}
        </LightButton>
        <LightButton
          size="small"
          aria-label={t('plan.removeNamed', { name: called })}
          onClick={() => store.removeDefect(id)}
        >
          {t('plan.remove')}
        </LightButton>
      </span>
    </div>
  );
});
