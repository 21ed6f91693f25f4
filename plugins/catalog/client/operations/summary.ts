import type { FileOperationOutcome } from '@sinter/sdk/contract/preparation/operationRunner';
import { operationDetailsSchemas as found } from '@sinter/sdk/contract/preparation/operations';
import { formatArea, formatLength, formatNumber, formatPercent, formatSize, formatVolume } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type * as z from 'zod';
import type { PartOperation } from './operationTable.ts';

type Values = Record<string, string | number>;
const length = (mm: number) => formatLength(mm);

/** What an operation found out, in a line of text. */
export function summaryOf(t: PluginHost['t'], type: PartOperation, outcome: FileOperationOutcome): string {
  const { responseData: report, needsRepair } = outcome;
  const say = <Schema extends z.ZodType>(schema: Schema, values: (details: z.output<Schema>) => Values): string => {
    const details = schema.safeParse(report.details);
    return details.success ? t(`operation.result.${type}`, values(details.data)) : t('operation.result.done');
  };
  switch (type) {
    case 'VERIFY':
      return t(needsRepair ? 'operation.result.VERIFY.bad' : 'operation.result.VERIFY', {
        facets: formatNumber(report.facets),
      });
    case 'REPAIR':
      return t('operation.result.REPAIR', {
        changes: formatNumber(Object.values(report.changes).reduce((sum, count) => sum + count, 0)),
        volume: formatVolume(report.volumeMm3),
      });
    case 'SCALE':
    case 'SCALE_BY_PERCENT':
    case 'SOLID_MIRROR':
      return t('operation.result.size', { size: formatSize(report.bbox.size) });
    case 'analyze':
      return say(found.analyze, ({ boxFill, overhangAreaMm2 }) => ({
        fill: formatPercent(boxFill, 1),
        overhang: formatArea(overhangAreaMm2),
      }));
    case 'WALL_THICKNESS':
      return say(found.WALL_THICKNESS, ({ minMm, medianMm, thinShare }) => ({
        min: length(minMm),
        median: length(medianMm),
        thin: formatPercent(thinShare, 1),
      }));
    case 'TRIANGLE_REDUCTION':
      return say(found.TRIANGLE_REDUCTION, ({ facetsBefore, facetsAfter, deviationMm }) => ({
        before: formatNumber(facetsBefore),
        after: formatNumber(facetsAfter),
        deviation: formatLength(deviationMm),
      }));
    case 'HOLLOW':
      return say(found.HOLLOW, ({ savedVolumeMm3, wallMeanMm }) => ({
        saved: formatVolume(savedVolumeMm3),
        wall: length(wallMeanMm),
      }));
    case 'SOLID_SECTION':
      return say(found.SOLID_SECTION, ({ sectionAreaMm2, volumesMm3 }) => ({
        area: formatArea(sectionAreaMm2),
        volumes: volumesMm3.map((volume) => formatVolume(volume)).join(' + '),
      }));
    case 'MINIMUM_ORIENTATION':
      return say(found.MINIMUM_ORIENTATION, ({ before, heightMm, overhangAreaMm2 }) => ({
        before: length(before.heightMm),
        after: length(heightMm),
        overhang: formatArea(overhangAreaMm2),
      }));
    case 'EXHAUSTIVE_FIT': {
      const details = found.EXHAUSTIVE_FIT.safeParse(report.details);
      if (!details.success) return t('operation.result.done');
      const { fits, marginMm } = details.data;
      return t(fits ? 'operation.result.EXHAUSTIVE_FIT' : 'operation.result.EXHAUSTIVE_FIT.not', {
        margin: length(Math.abs(marginMm)),
      });
    }
    case 'SUPPORT_GENERATION':
      return say(found.SUPPORT_GENERATION, ({ columns, supportVolumeMm3 }) => ({
        count: columns,
        volume: formatVolume(supportVolumeMm3),
      }));
  }
}
