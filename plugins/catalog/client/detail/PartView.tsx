import { useState } from 'react';
import { partViewer, type PartViewerProps } from '@sinter/sdk/contract/preparation/partViewer';
import type { Part, PartRevision } from '@sinter/sdk/contract/catalog/parts';
import { formatArea, formatDateTime, formatLength, formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { LightButton, Thumbnail, useSlot, useTexts } from '@sinter/sdk/ui';
import css from './detail.module.css';

interface PartViewProps {
  part: Part;
  revision: PartRevision;
}

/** What a revision looks like, and what is known of it. */
export function PartView({ part, revision }: PartViewProps) {
  const t = useTexts();
  const { report } = revision;
  const facts: [string, string][] = [
    ['revision', t('part.revisionOf', { revision: revision.revision, count: part.revisionCount })],
    ['partNumber', part.partNumber || '–'],
    [
      'format',
      t('part.formatIn', {
        format: revision.format.toUpperCase(),
        units: revision.units.toLowerCase(),
      }),
    ],
    ['box', formatSize(report.bbox.size)],
    ['volume', formatVolume(report.volumeMm3)],
    ['area', formatArea(report.areaMm2)],
    ['facets', formatNumber(report.facets)],
    ['shells', formatNumber(report.shells)],
    ['watertight', t(report.watertight ? 'yes' : 'no')],
    ['minWall', revision.minWallMm === null ? t('part.notMeasured') : formatLength(revision.minWallMm)],
    ['owner', part.owner],
    ['added', t('part.addedBy', { name: revision.createdBy || '–', date: formatDateTime(revision.createdOn) })],
  ];
  return (
    <div className={css['view']}>
      <Look part={part} revision={revision} />
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`part.fact.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The picture, and in its place the view in three dimensions where somebody brings one. */
function Look({ part, revision }: PartViewProps) {
  const t = useTexts();
  const [solid, setSolid] = useState(false);
  const viewers = useSlot(partViewer);
  const { fileDTO: mesh, originalFileDTO: original, units } = revision;
  const isSame = mesh.id === original.id;
  const props: PartViewerProps = {
    fileId: mesh.id,
    fileName: revision.fileName,
    // A prepared mesh is in millimetres.
    units: isSame ? units : 'MM',
    original: isSame ? null : { fileId: original.id, units },
  };
  return (
    <div className={solid ? css['solid'] : css['look']}>
      {solid ? (
        viewers.map(({ key, render }) => <div key={`${key} ${mesh.id}`}>{render(props)}</div>)
      ) : (
        <Thumbnail
          src={revision.pngFileDTO?.fileURL ?? null}
          alt={t('part.picture', { name: part.name, revision: revision.revision })}
          size={280}
        />
      )}
      {viewers.length > 0 && (
        <LightButton onClick={() => setSolid(!solid)}>{t(solid ? 'part.flat' : 'part.solid')}</LightButton>
      )}
    </div>
  );
}
