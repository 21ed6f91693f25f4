import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { formatBytes, formatDuration, formatMaterial } from '@sinter/sdk/i18n';
import { Link, Thumbnail, useTexts } from '@sinter/sdk/ui';
import { ColorLabel } from '@sinter/sdk/ui/lists';
import type { ReactNode } from 'react';
import { isDowntime } from '../status.ts';
import { formatUtilization, formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import type { ShownJob } from './desk.ts';
import css from './drawer.module.css';

const hours = (text: string): string | false => Number(text) > 0 && formatDuration(Number(text) * 60);
const amount = (text: string, unit: Job['materialUnit']): string | false =>
  Number(text) > 0 && formatMaterial(Number(text), unit);

/** What there is to know about a job of the own facility. */
export function JobFacts({ job, zone }: { job: Job; zone: Zone }) {
  const t = useTexts();
  const used = ({ materialDTO, materialQuantityUsed }: Job['secondaryMaterials'][number]) =>
    [materialDTO.name, amount(materialQuantityUsed, job.materialUnit)].filter(Boolean).join(' · ');
  return (
    <>
      <Fact name={t('list.type')}>{t(`type.${job.jobType}`)}</Fact>
      <Fact name={t('job.machine')}>{job.equipmentDTO.displayName}</Fact>
      <Fact name={t('job.material')}>{job.materialDTO?.name}</Fact>
      <Fact name={t('job.amount')}>{amount(job.materialQuantityUsed, job.materialUnit)}</Fact>
      <Fact name={t('form.secondary')}>{job.secondaryMaterials.map(used).join('\n')}</Fact>
      <Fact name={t('form.support')}>{job.supportMaterial && used(job.supportMaterial)}</Fact>
      <Fact name={t('form.hours')}>{hours(job.estimatedTime)}</Fact>
      <Fact name={t('form.software')}>{job.simulationSoftwareDTO?.name}</Fact>
      <ShownFacts job={job} zone={zone} />
      <Fact name={t('job.priority')}>{job.priorityDTO && <ColorLabel {...job.priorityDTO} />}</Fact>
      <Fact name={t('form.duration')}>{!isDowntime(job) && hours(job.actualTime)}</Fact>
      <Fact name={t('job.rerunOf')}>{job.rerunOfJobId !== null && `#${job.rerunOfJobId}`}</Fact>
      <Fact name={t('job.mergedInto')}>{job.mergedIntoJobId !== null && `#${job.mergedIntoJobId}`}</Fact>
    </>
  );
}

/** What the chart knows of a job. */
export function ShownFacts({ job, zone }: { job: ShownJob; zone: Zone }) {
  const t = useTexts();
  return (
    <>
      <Fact name={t('job.time')}>{formatWindow(zone, job)}</Fact>
      <Fact name={t('job.utilization')}>
        {job.buildPlateUtilization !== null && formatUtilization(job.buildPlateUtilization)}
      </Fact>
      <Fact name={t('job.notes')}>{job.jobNotes}</Fact>
    </>
  );
}

/** Nothing for a fact that is not known. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
    </>
  );
}

export function Parts({ job }: { job: Job }) {
  const t = useTexts();
  if (job.jobOrderDTOs.length === 0) return null;
  return (
    <section>
      <h3>{t('form.parts')}</h3>
      {job.jobOrderDTOs.map(({ orderId, rfqDTO, fileIds }) => (
        <div key={orderId}>
          <Link to={`/order-details/${orderId}`}>{t('job.order', { id: orderId, title: rfqDTO.displayTitle })}</Link>
          <ul className={css['parts']}>
            {fileIds.map((file) => (
              <li key={file.rfqCadFileId}>
                <Thumbnail src={file.rfqFileDTO.pngFileDTO?.fileURL ?? null} alt={file.fileName} size={40} />
                <div className={css['facts']}>
                  <strong>
                    <bdi>{file.fileName}</bdi>
                  </strong>
                </div>
                <span className={css['left']}>
                  {t('job.completed', { completed: file.completedQuantity, total: file.quantity })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

export function FileList({ job }: { job: Job }) {
  const t = useTexts();
  if (isDowntime(job)) return null;
  return (
    <section>
      <h3>{t('form.files')}</h3>
      {job.jobFiles.length === 0 && <p className={css['quiet']}>{t('form.files.none')}</p>}
      <ul className={css['parts']}>
        {job.jobFiles.map(({ id, fileDTO }) => (
          <li key={id}>
            <div className={css['facts']}>
              <a href={fileDTO.fileURL} download={fileDTO.fileName}>
                <bdi>{fileDTO.fileName}</bdi>
              </a>
            </div>
            <span className={css['left']}>{formatBytes(fileDTO.size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
