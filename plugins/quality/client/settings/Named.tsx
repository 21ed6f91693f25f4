import { observer } from 'mobx-react-lite';
import type { Severity } from '@sinter/sdk/contract/quality/settings';
import { LightButton, LightInput, useTexts } from '@sinter/sdk/ui';
import { Labelled } from '@sinter/sdk/ui/versions';
import { isDelivered, nameIn } from './facts.ts';
import type { NamedList, QualityStore } from './QualityStore.ts';
import css from './settings.module.css';

interface NamedProps {
  store: QualityStore;
  list: NamedList;
  items: readonly { key: string; name: string; dueDays?: Severity['dueDays'] }[];
  most: number;
}

/** Types or severities in their order, by name; severities with their days. */
export const Named = observer(function Named({ store, list, items, most }: NamedProps) {
  const t = useTexts();
  const { problems, value } = store.editor;
  return (
    <>
      <ol className={css['rows']} aria-label={t(`quality.${list}`)}>
        {items.map((item, index) => {
          const name = nameIn(t, list, item);
          return (
            // The key of one that is new follows its name while somebody writes it.
            <li key={index}>
              <div className={css['row']} role="group" aria-label={name}>
                <Labelled
                  label={t('quality.name')}
                  problem={problems[`${list}.${index}.name`] ?? problems[`${list}.${index}.key`]}
                >
                  {(field) => (
                    <LightInput
                      {...field}
                      dir="auto"
                      maxLength={80}
                      placeholder={isDelivered(list, item.key) ? nameIn(t, list, { ...item, name: '' }) : undefined}
                      value={item.name}
                      onChange={({ target }) => store.rename(list, index, target.value)}
                    />
                  )}
                </Labelled>
                {item.dueDays !== undefined && (
                  <Labelled
                    label={t('quality.dueDays')}
                    hint={t('quality.dueDays.hint')}
                    problem={problems[`severities.${index}.dueDays`]}
                  >
                    {(field) => (
                      <LightInput
                        {...field}
                        type="number"
                        step={1}
                        min={0}
                        max={3650}
                        value={item.dueDays ?? ''}
                        onChange={({ target }) =>
                          store.set({
                            severities: (value?.severities ?? []).map((each, at) =>
                              at === index
                                ? { ...each, dueDays: target.value === '' ? null : Number(target.value) }
                                : each,
                            ),
                          })
                        }
                      />
                    )}
                  </Labelled>
                )}
                <span className={css['buttons']}>
                  <LightButton
                    size="small"
                    disabled={index === 0}
                    aria-label={t('plan.upNamed', { name })}
                    onClick={() => store.move(list, index, index - 1)}
                  >
                    ↑
                  </LightButton>
                  <LightButton
                    size="small"
                    disabled={index === items.length - 1}
                    aria-label={t('quality.downNamed', { name })}
                    onClick={() => store.move(list, index, index + 1)}
                  >
                    ↓
                  </LightButton>
                  <LightButton
                    size="small"
                    disabled={items.length === 1}
                    aria-label={t('plan.removeNamed', { name })}
                    onClick={() => store.remove(list, index)}
                  >
                    ×
                  </LightButton>
                </span>
              </div>
            </li>
          );
        })}
      </ol>
      <LightButton disabled={items.length >= most} onClick={() => store.add(list)}>
        {t(`quality.add.${list}`)}
      </LightButton>
    </>
  );
});
