import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { NcrDetail, NcrPhoto } from '@sinter/sdk/contract/quality/ncr';
import { addNcrPhoto, mostPhotos, removeNcrPhoto } from '@sinter/sdk/contract/quality/ncrs';
import { Action } from '@sinter/sdk/state';
import { FileDropZone, LinkButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import type { NcrStore } from './NcrStore.ts';
import { MarkedPhoto } from './MarkedPhoto.tsx';
import { photoFormats } from './PhotoDrop.tsx';
import css from './ncr.module.css';

const MarkDrawer = lazy(() => import('./MarkDrawer.tsx'));

/** What it looks like. */
export const Photos = observer(function Photos({ store, ncr }: { store: NcrStore; ncr: NcrDetail }) {
  const t = useTexts();
  const { adding, removing } = useStore((host) => {
    const onDone = (now: NcrDetail) => store.show(now);
    const failed = 'photos of a non-conformance were not changed';
    return {
      adding: new Action<[readonly File[]], NcrDetail>(host, {
        run: async (files) => {
          let now = ncr;
          for (const file of files) {
            const { id: fileId } = await host.api.upload(uploadFile, file, {});
            now = await host.api.call(addNcrPhoto, { params: { id: ncr.id }, body: { fileId } });
            store.reading.put(now);
          }
          return now;
        },
        ...{ onDone, failed },
      }),
      removing: new Action<[number], NcrDetail>(host, {
        run: (photoId) => host.api.call(removeNcrPhoto, { params: { id: ncr.id, photoId } }),
        ...{ onDone, failed, toast: true },
      }),
      start: () => () => {},
    };
  });
  const { photos, may } = ncr;
  // As it was when the drawing began: whatever others do to it meanwhile closes nothing.
  const [marking, setMarking] = useState<NcrPhoto | null>(null);
  if (photos.length === 0 && !may.change) return null;
  return (
    <Section title={t('ncr.photos')}>
      {photos.length > 0 && (
        <ul className={css['photos']}>
          {photos.map((photo) => {
            const { id, file, caption, marks, by } = photo;
            return (
              <li key={id}>
                <MarkedPhoto file={file} caption={caption} marks={marks} />
                <bdi className={css['quiet']}>{caption || by}</bdi>
                {may.change && (
                  <LinkButton
                    aria-label={t('ncr.marks.named', { name: caption || file.fileName })}
                    onClick={() => setMarking(photo)}
                  >
                    {t('ncr.marks')}
                  </LinkButton>
                )}
                {may.change && (
                  <LinkButton
                    aria-label={t('ncr.photos.removeNamed', { name: caption || file.fileName })}
                    onClick={() => void removing.run(id)}
                  >
                    {t('ncr.photos.remove')}
                  </LinkButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {marking && (
        <Suspense fallback={null}>
          <MarkDrawer
            key={marking.id}
            ncrId={ncr.id}
            photo={marking}
            onClose={() => setMarking(null)}
            onSaved={(now) => {
              setMarking(null);
              store.show(now);
            }}
          />
        </Suspense>
      )}
      {adding.busy && <Loading />}
      {adding.problem !== null && <p role="alert">{adding.problem}</p>}
      {may.change && !adding.busy && photos.length < mostPhotos && (
        <FileDropZone
          title={t('ncr.photos.add')}
          extensions={photoFormats}
          folders={false}
          most={mostPhotos - photos.length}
          onFiles={(files) => void adding.run(files)}
        />
      )}
    </Section>
  );
});
