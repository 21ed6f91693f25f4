import { observer } from 'mobx-react-lite';
import type { MesSettings } from '@sinter/sdk/contract/production/mes';
import { useTexts } from '@sinter/sdk/ui';
import { nameOf } from '../words.ts';
import { Cards } from './Cards.tsx';
import { KindField, NumberField, TextField, Tick } from './Fields.tsx';
import type { MesStore } from './MesStore.ts';
import { wrongAt } from './wrongAt.ts';

const most = 60;

export const Centers = observer(function Centers({ store, value }: { store: MesStore; value: MesSettings }) {
  const t = useTexts();
  const { workCenters } = value;
  const { problems } = store.editor;
  return (
    <Cards
      label={t('mes.centers')}
      items={workCenters}
      nameOf={(center) => nameOf(t, center)}
      aboutOf={({ name, kind, limit }) =>
        [name === '' ? '' : t(`kind.${kind}`), limit === null ? '' : `${t('mes.limit')}: ${limit}`]
          .filter(Boolean)
          .join(' · ')
      }
      isWrong={(index) => wrongAt(problems, `workCenters.${index}`)}
      least={1}
      add={t('mes.addCenter')}
      onAdd={workCenters.length < most ? () => store.addCenter() : null}
      onChange={(changed) => store.set({ workCenters: changed })}
    >
      {(center, index, change) => (
        <>
          <TextField
            label={t('mes.name')}
            most={80}
            placeholder={t(`kind.${center.kind}`)}
            value={center.name}
            problem={problems[`workCenters.${index}.name`]}
            onChange={(name) => change({ name })}
          />
          <KindField label={t('mes.kind')} value={center.kind} onChange={(kind) => change({ kind })} />
          <NumberField
            label={t('mes.limit')}
            hint={t('mes.limit.hint')}
            lowest={1}
            highest={10_000}
            value={center.limit}
            problem={problems[`workCenters.${index}.limit`]}
            onChange={(limit) => change({ limit, blocks: center.blocks && limit !== null })}
          />
          {center.limit !== null && (
            <Tick label={t('mes.blocks')} checked={center.blocks} onChange={(blocks) => change({ blocks })} />
          )}
        </>
      )}
    </Cards>
  );
});
