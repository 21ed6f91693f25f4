import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Section, StatusPill } from '@sinter/sdk/ui';
import { InspectionPill, limitsText } from '../inspection/words.tsx';
import { Answers } from './Answers.tsx';
import { Table } from './Table.tsx';

type Texts = PluginHost['t'];
type Characteristic = Passport['inspections'][number]['characteristics'][number];

/** What was measured, characteristic by characteristic. */
export function Measurements({ t, inspections }: { t: Texts; inspections: Passport['inspections'] }) {
  if (inspections.length === 0) return null;
  return (
    <Section title={t('passport.measurements')}>
      <Table
        label={t('passport.measurements')}
        heads={['lot', 'inspection', 'characteristic', 'limits', 'inspected', 'found', 'result'].map((key) =>
          t(`passport.${key}`),
        )}
        rows={inspections.flatMap((inspection) =>
          inspection.characteristics.map((characteristic, at) => [
            inspection.lotId,
            at === 0 && (
              <span key="inspection">
                <bdi>{inspection.number}</bdi> · <bdi>{inspection.plan}</bdi>{' '}
                <InspectionPill state={inspection.state} />
              </span>
            ),
            <bdi key="name">{[characteristic.number, characteristic.name].filter(Boolean).join(' ')}</bdi>,
            <bdi key="limits">{limitsText(characteristic, t)}</bdi>,
            t('passport.inspectedOf', {
              measured: formatNumber(characteristic.measured),
              lot: formatNumber(inspection.lotSize),
            }),
            foundText(characteristic, t),
            characteristic.measured > 0 && (
              <StatusPill key="result" tone={characteristic.outside === 0 ? 'green' : 'red'}>
                {characteristic.outside === 0
                  ? t('passport.passed')
                  : t('passport.outside', { count: characteristic.outside })}
              </StatusPill>
            ),
          ]),
        )}
      />
    </Section>
  );
}

function foundText({ least, greatest, mean, unit }: Characteristic, t: Texts): string {
  if (least === null || greatest === null || mean === null) return '';
  return t('passport.foundText', {
    ...{ low: formatNumber(least, 6), high: formatNumber(greatest, 6) },
    ...{ mean: formatNumber(mean, 4), unit },
  });
}

/** Checklists that were answered before the build and at the steps. */
export function Checklists({ t, passport }: { t: Texts; passport: Passport }) {
  const { checklists, people, builds, steps } = passport;
  if (checklists.length === 0) return null;
  const who = (sign: string | null) => (sign === null ? '' : people[sign]);
  const step = (lotId: number | null, position: number) => {
    const found = steps.find((each) => each.lotId === lotId)?.steps.find((each) => each.position === position);
    return found ? found.name || t(`passport.kind.${found.kind}`) : '';
  };
  return (
    <Section title={t('passport.checklists')}>
      <Table
        label={t('passport.checklists')}
        heads={['checklist', 'where', 'answers'].map((key) => t(`passport.${key}`))}
        rows={checklists.map(({ name, gate, lotId, jobId, position, checks, overrides }) => [
          <bdi key="name">{name}</bdi>,
          <span key="where">
            {t(`passport.gate.${gate}`)}{' '}
            <bdi>{lotId === null ? builds.find((build) => build.jobId === jobId)?.name : step(lotId, position)}</bdi>
          </span>,
          <Answers key="answers" t={t} checks={checks} who={who}>
            {overrides.map(({ open, reason, by, at }) => (
              <li key={at}>
                {t('passport.overridden', { items: open.join(', '), reason })} <bdi>{who(by)}</bdi>
              </li>
            ))}
          </Answers>,
        ])}
      />
    </Section>
  );
}
