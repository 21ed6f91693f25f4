import type { RefObject } from 'react';
import { toast, useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { standardViews, type StandardView } from './scene/views.ts';
import type { PartScene } from './scene/PartScene.ts';
import type { ViewerStore } from './ViewerStore.ts';
import css from './viewer.module.css';

const icons = {
  fit: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M9 9h6v6H9z',
  nearer: 'M12 5v14M5 12h14',
  farther: 'M5 12h14',
  perspective: 'M3 9l9-4 9 4v8l-9 3-9-3zM12 5v15M3 13h18',
  edges: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12v9M12 12l8-4.5M12 12L4 7.5',
  box: 'M4 4h16v16H4zM2 12h4M18 12h4M12 2v4M12 18v4',
  picture: 'M3 7h4l2-3h6l2 3h4v13H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
};

interface ToolbarProps {
  store: ViewerStore;
  scene: PartScene | null;
  /** The element that fills the screen in full-screen mode. */
  frame: RefObject<HTMLElement | null>;
  fileName: string;
}

export const Toolbar = observer(function Toolbar({ store, scene, frame, fileName }: ToolbarProps) {
  const t = useTexts();
  const { projection, edges, box } = store;
  return (
    <div className={css['toolbar']} role="toolbar" aria-label={t('viewer.toolbar')}>
      <select
        className={css['select']}
        aria-label={t('viewer.view')}
        value=""
        onChange={({ target }) => {
          const view = standardViews.find((one) => one === target.value);
          if (view) scene?.camera.view(view);
        }}
      >
        <option value="" disabled>
          {t('viewer.view')}
        </option>
        {standardViews.map((view: StandardView, index) => (
          <option key={view} value={view}>
            {t(`viewer.view.${view}`)} ({index + 1})
          </option>
        ))}
      </select>
      <Tool icon="fit" text={t('viewer.fit')} onClick={() => scene?.camera.fit()} />
      <Tool icon="nearer" text={t('viewer.nearer')} onClick={() => scene?.camera.zoom(1.25)} />
      <Tool icon="farther" text={t('viewer.farther')} onClick={() => scene?.camera.zoom(0.8)} />
      <span className={css['gap']} />
      <Tool
        icon="perspective"
        text={t('viewer.perspective')}
        pressed={projection === 'PERSPECTIVE'}
        onClick={() => store.look({ projection: projection === 'PERSPECTIVE' ? 'ORTHOGRAPHIC' : 'PERSPECTIVE' })}
      />
      <Tool icon="edges" text={t('viewer.edges')} pressed={edges} onClick={() => store.look({ edges: !edges })} />
      <Tool icon="box" text={t('viewer.box')} pressed={box} onClick={() => store.look({ box: !box })} />
      <span className={css['gap']} />
      <Tool
        icon="picture"
        text={t('viewer.screenshot')}
        onClick={() => scene && void save(scene, fileName).catch(() => toast.error(t('viewer.screenshotFailed')))}
      />
      <Tool icon="full" text={t('viewer.fullScreen')} onClick={() => void fullScreen(frame.current)} />
    </div>
  );
});

interface ToolProps {
  icon: keyof typeof icons;
  text: string;
  pressed?: boolean;
  onClick: () => void;
}

const Tool = ({ icon, text, pressed, onClick }: ToolProps) => (
  <button type="button" className={css['tool']} aria-label={text} title={text} aria-pressed={pressed} onClick={onClick}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[icon]} />
    </svg>
  </button>
);

async function save(scene: PartScene, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await scene.screenshot());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName.replace(/\.[^.]*$/, '')}.png`;
  link.click();
  URL.revokeObjectURL(address);
}

async function fullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element?.requestFullscreen();
}
