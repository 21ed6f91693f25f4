import { useEffect, useRef, useState } from 'react';
import type { PartPins } from '@sinter/sdk/contract/preparation/partThreads';
import type { PartViewerProps } from '@sinter/sdk/contract/preparation/partViewer';
import { ErrorNotice, Loading, usePlugin, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { Panels } from './panels/Panels.tsx';
import type { PartScene } from './scene/PartScene.ts';
import { Stage } from './Stage.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ViewerStore } from './ViewerStore.ts';
import css from './viewer.module.css';

/** A part in 3D with all its tools. */
export default function PartViewer(props: PartViewerProps) {
  return <Viewer key={`${props.fileId} ${props.units ?? ''}`} {...props} />;
}

const Viewer = observer(function Viewer({ fileId, fileName, units, original, about }: PartViewerProps) {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new ViewerStore(host, { fileId, units }, original ?? null));
  const [pins, setPins] = useState<PartPins | null>(null);
  const [scene, setScene] = useState<PartScene | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => store.start(), [store]);
  return (
    <div className={css['viewer']} ref={frame}>
      <div className={css['main']}>
        {store.state === 'FAILED' ? (
          <ErrorNotice subject={fileName} error={store.error} onRetry={store.load} />
        ) : store.state === 'LOADING' || store.cannotDraw ? (
          <Still store={store} fileName={fileName} />
        ) : (
          <>
            <Toolbar store={store} scene={scene} frame={frame} fileName={fileName} />
            <Stage store={store} pins={pins} fileId={fileId} fileName={fileName} scene={scene} onScene={setScene} />
          </>
        )}
        {store.cannotDraw && (
          <p className={css['notice']} role="status">
            {t('viewer.noWebGl')}
          </p>
        )}
      </div>
      <Panels store={store} scene={scene} about={about ?? null} onPins={setPins} />
    </div>
  );
});

/** Pictures instead of the mesh: until it is loaded, or when the browser cannot draw it. */
const Still = observer(function Still({ store, fileName }: { store: ViewerStore; fileName: string }) {
  const t = useTexts();
  const pictures = store.cannotDraw ? (store.answer?.pictures ?? []) : [];
  return (
    <div className={css['still']}>
      {store.picture && <img className={css['picture']} src={store.picture.fileURL} alt={fileName} />}
      {pictures.length > 1 && (
        <ul className={css['pictures']}>
          {pictures.map(({ view, fileDTO }) => (
            <li key={view}>
              <img src={fileDTO.fileURL} alt={`${fileName}: ${t(`viewer.view.${view}`)}`} />
              <span>{t(`viewer.view.${view}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {store.state === 'LOADING' && (
        <Loading text={t(store.answer?.status === 'SUCCESS' ? 'viewer.loading' : 'viewer.preparing')} />
      )}
    </div>
  );
});
