import { observer } from 'mobx-react-lite';
import { EditBuild } from './EditBuild.tsx';
import { KeepPlatform } from './KeepPlatform.tsx';
import type { Beside as Shown, PlanningStore } from './PlanningStore.ts';
import { Plate } from './Plate.tsx';
import { Proposals } from './Proposals.tsx';
import { ScheduleBuild } from './ScheduleBuild.tsx';

/** What is open beside the screen. */
export default observer(function Beside({ store, beside }: { store: PlanningStore; beside: NonNullable<Shown> }) {
  if (beside.what === 'proposals') return <Proposals store={store} />;
  const build = store.find(beside.id);
  if (!build) return null;
  if (beside.what === 'plate' || beside.what === 'keep') {
    const { arrangement } = build;
    if (beside.what === 'keep') {
      return arrangement && <KeepPlatform key={build.id} store={store} build={build} {...arrangement} />;
    }
    return arrangement && <Plate key={arrangement.nestingId} store={store} build={build} {...arrangement} />;
  }
  return beside.what === 'edit' ? (
    <EditBuild key={build.id} store={store} build={build} />
  ) : (
    <ScheduleBuild key={build.id} store={store} build={build} />
  );
});
