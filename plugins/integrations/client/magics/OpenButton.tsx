import { observer } from 'mobx-react-lite';
import { LightButton, useStore, useTexts } from '@sinter/sdk/ui';
import { OpenStore, type Opened, type Place } from './OpenStore.ts';

/** Draws nothing where the facility has no such button. */
export const OpenButton = observer(function OpenButton({
  place,
  opened,
  size,
}: {
  place: Place;
  opened: Opened;
  size?: 'small';
}) {
  const t = useTexts();
  const store = useStore((host) => new OpenStore(host, place));
  if (!store.isOffered) return null;
  return (
    <LightButton size={size} loading={store.opening.busy} onClick={() => void store.opening.run(opened)}>
      {t('magics.open')}
    </LightButton>
  );
});
