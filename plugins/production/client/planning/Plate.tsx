import { useMemo, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { plateViewer } from '@sinter/sdk/contract/preparation/plateViewer';
import { readNesting, type NestingDetail } from '@sinter/sdk/contract/production/nesting';
import type { PlannedBuild } from '@sinter/sdk/contract/production/planning';
import { Question } from '@sinter/sdk/state';
import { ErrorNotice, Loading, Slot, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { drawnPart, drawnPiece } from '../plate.ts';
import type { PlanningStore } from './PlanningStore.ts';

interface PlateProps {
  store: PlanningStore;
  build: PlannedBuild;
  nestingId: number;
}

/** Where the parts of a planned build lie. */
export const Plate = observer(function Plate({ store, build, nestingId }: PlateProps) {
  const t = useTexts();
  const arranged = useStore(
    (host) =>
      new Question<void, NestingDetail>(host, {
        ask: (_, signal) => host.api.call(readNesting, { params: { id: nestingId } }, { signal }),
        failed: 'an arrangement could not be read',
      }),
  );
  const { answer, error } = arranged;
  const [picked, setPicked] = useState<string | null>(null);
  const drawn = useMemo(() => answer && drawnOf(answer), [answer]);
  return (
    <SideDrawer
      title={t('plan.plate.title', { name: build.name })}
      size={900}
      unsaved={false}
      onClose={() => store.show(null)}
    >
      {error !== null && <ErrorNotice subject={build.name} error={error} onRetry={arranged.retry} />}
      {!drawn && error === null && <Loading />}
      {drawn && (
        <Slot
          name={plateViewer}
          props={{ ...drawn, picked, onPick: setPicked, label: t('plan.plate.title', { name: build.name }) }}
        />
      )}
    </SideDrawer>
  );
});

const drawnOf = ({ boxMm, items, nested }: NestingDetail) => ({
  boxMm,
  parts: items.map(drawnPart),
  pieces: (nested[0]?.instances ?? []).map(drawnPiece),
});
