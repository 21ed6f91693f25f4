import { observer } from 'mobx-react-lite';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { NcrDetail, NcrMark } from '@sinter/sdk/contract/quality/ncr';
import { addNcrPhoto, mostPhotos, removeNcrPhoto } from '@sinter/sdk/contract/quality/ncrs';
import { Action } from '@sinter/sdk/state';
import { FileDropZone, LinkButton, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import type { NcrStore } from './NcrStore.ts';
import { photoFormats } from './PhotoDrop.tsx';
import css from './ncr.module.css';

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
  if (photos.length === 0 && !may.change) return null;
  return (
    <Section title={t('ncr.photos')}>
      {photos.length > 0 && (
        <ul className={css['photos']}>
          {photos.map(({ id, file, caption, marks, by }) => (
            <li key={id}>
              <a href={file.fileURL} target="_blank" rel="noopener" className={css['photo']}>
                <img src={file.fileURL} alt={caption || file.fileName} loading="lazy" />
                <Marks marks={marks} />
              </a>
              <bdi className={css['quiet']}>{caption || by}</bdi>
              {may.change && (
                <LinkButton
                  aria-label={t('ncr.photos.removeNamed', { name: caption || file.fileName })}
                  onClick={() => void removing.run(id)}
                >
                  {t('ncr.photos.remove')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {adding.busy && <Loading />}
      {adding.problem !== null && <p role="alert">{adding.problem}</p>}
      {may.change && !adding.busy && photos.length < mostPhotos && (
        <FileDropZone
          title={t('ncr.photos.add')}
          extensions={photoFormats}
          most={mostPhotos - photos.length}
          onFiles={(files) => void adding.run(files)}
        />
      )}
    </Section>
  );
});

/** What somebody pointed at. */
function Marks({ marks }: { marks: readonly NcrMark[] }) {
  if (marks.length === 0) return null;
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ shape, x, y, width, height, text }, index) => {
        const key = `${index} ${text}`;
        const [left, top, wide, high] = [
          Math.min(x, x + width),
          Math.min(y, y + height),
          Math.abs(width),
          Math.abs(height),
        ];
        const line = { vectorEffect: 'non-scaling-stroke' as const };
        if (shape === 'BOX') return <rect key={key} x={left} y={top} width={wide} height={high} {...line} />;
        if (shape === 'CIRCLE') {
          return <ellipse key={key} cx={left + wide / 2} cy={top + high / 2} rx={wide / 2} ry={high / 2} {...line} />;
        }
        return <path key={key} d={`M${x} ${y}L${x + width} ${y + height}`} {...line} />;
      })}
    </svg>
  );
}
