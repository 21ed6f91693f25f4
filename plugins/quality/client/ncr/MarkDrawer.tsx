import type { KeyboardEvent, PointerEvent } from 'react';
import { observer } from 'mobx-react-lite';
import type { NcrDetail, NcrPhoto } from '@sinter/sdk/contract/quality/ncr';
import { LightButton, LightInput, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { Marked } from './MarkedPhoto.tsx';
import { MarkStore, shapes } from './MarkStore.ts';
import css from './ncr.module.css';

interface MarkDrawerProps {
  ncrId: number;
  photo: NcrPhoto;
  onSaved: (ncr: NcrDetail) => void;
  onClose: () => void;
}

const keys: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-0.02, 0],
  ArrowRight: [0.02, 0],
  ArrowUp: [0, -0.02],
  ArrowDown: [0, 0.02],
};

/** Points at something in a photo: by mouse, finger or pen, or by keys. */
export default observer(function MarkDrawer({ ncrId, photo, onSaved, onClose }: MarkDrawerProps) {
  const t = useTexts();
  const store = useStore((host) => new MarkStore(host, ncrId, photo, onSaved));
  const { saving, marks } = store;
  return (
    <SideDrawer
      title={t('ncr.marks')}
      size={760}
      unsaved={store.unsaved && !saving.busy}
      onClose={onClose}
      footer={
        <LightButton kind="primary" loading={saving.busy} disabled={!store.unsaved} onClick={() => void saving.run()}>
          {t('ncr.marks.save')}
        </LightButton>
      }
    >
      <div className={css['marking']}>
        <div className={css['rowHead']} role="group" aria-label={t('ncr.marks.shape')}>
          {shapes.map((shape) => (
            <LightButton
              key={shape}
              size="small"
              aria-pressed={store.shape === shape}
              kind={store.shape === shape ? 'primary' : 'default'}
              onClick={() => store.choose(shape)}
            >
              {t(`ncr.marks.${shape}`)}
            </LightButton>
          ))}
          <LightButton size="small" disabled={store.full} onClick={() => store.add()}>
            {t('ncr.marks.add')}
          </LightButton>
          <LightButton size="small" disabled={store.before.length === 0} onClick={() => store.undo()}>
            {t('ncr.marks.undo')}
          </LightButton>
        </div>
        <p className={css['quiet']}>{t('ncr.marks.hint')}</p>
        <Picture store={store} photo={photo} />
        <ol className={css['marks']} aria-label={t('ncr.marks')}>
          {marks.map(({ key, shape, text }, index) => (
            <li key={key}>
              <label>
                {index + 1}. {t(`ncr.marks.${shape}`)}
                <LightInput
                  dir="auto"
                  maxLength={120}
                  placeholder={t('ncr.marks.text')}
                  value={text}
                  onChange={({ target }) => store.say(index, target.value)}
                />
              </label>
              <LightButton size="small" onKeyDown={(event) => steer(store, index, event)} title={t('ncr.marks.keys')}>
                {t('ncr.marks.move')}
              </LightButton>
              <LightButton
                size="small"
                aria-label={t('ncr.photos.removeNamed', { name: `${index + 1}. ${t(`ncr.marks.${shape}`)}` })}
                onClick={() => store.remove(index)}
              >
                {t('ncr.photos.remove')}
              </LightButton>
            </li>
          ))}
        </ol>
        {marks.length > 0 && <p className={css['quiet']}>{t('ncr.marks.keys')}</p>}
        <label className={css['write']}>
          {t('ncr.photos.caption')}
          <LightInput
            dir="auto"
            maxLength={200}
            value={store.caption}
            onChange={({ target }) => store.write(target.value)}
          />
        </label>
        {saving.problem !== null && <p role="alert">{saving.problem}</p>}
      </div>
    </SideDrawer>
  );
});

function steer(store: MarkStore, index: number, event: KeyboardEvent): void {
  const way = keys[event.key];
  if (!way) return;
  event.preventDefault();
  if (event.shiftKey) store.resize(index, ...way);
  else store.move(index, ...way);
}

const keep = (event: TouchEvent): void => event.preventDefault();

/** A stroke is no swipe of the page: after one, browsers would take the next tap as what stops it. */
function keepTouches(element: HTMLElement | null): () => void {
  element?.addEventListener('touchstart', keep, { passive: false });
  return () => element?.removeEventListener('touchstart', keep);
}

const Picture = observer(function Picture({ store, photo }: { store: MarkStore; photo: NcrPhoto }) {
  const at = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  };
  return (
    <div
      ref={keepTouches}
      className={`${css['photo']} ${css['canvas']}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        store.begin(...at(event));
      }}
      onPointerMove={(event) => store.drag(...at(event))}
      onPointerUp={() => store.end()}
      onPointerCancel={() => store.giveUp()}
    >
      <Marked src={photo.file.fileURL} alt={photo.caption || photo.file.fileName} marks={store.shown} />
    </div>
  );
});
