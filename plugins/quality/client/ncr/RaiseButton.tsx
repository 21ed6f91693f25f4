import { lazy, Suspense } from 'react';
import { observer } from 'mobx-react-lite';
import { LightButton, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { RaiseStore, type RaiseAbout } from './raising.ts';

const RaiseDrawer = lazy(() => import('./RaiseDrawer.tsx'));

/** Raises a non-conformance about what a screen shows, and stays there. */
export default observer(function RaiseButton({ about }: { about: RaiseAbout }) {
  const t = useTexts();
  const store = useStore((host) => new RaiseStore(host));
  return (
    <>
      <LightButton loading={store.opening.busy} onClick={() => void store.opening.run()}>
        {t('ncr.raise')}
      </LightButton>
      {store.choices && (
        <Suspense fallback={null}>
          <RaiseDrawer
            choices={store.choices}
            about={about}
            onClose={() => store.close()}
            onRaised={({ number }) => toast.success(t('ncr.raised.done', { number }))}
          />
        </Suspense>
      )}
    </>
  );
});
