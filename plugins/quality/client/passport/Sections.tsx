import type { ReactNode } from 'react';
import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { formatDate, formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Link, Section, useTexts } from '@sinter/sdk/ui';
import { machineKind } from '../../shared/passport/machineKind.ts';
import { Answers } from './Answers.tsx';
import { Checklists, Measurements } from './Measured.tsx';
import { Table } from './Table.tsx';
import { passportPath } from './paths.ts';
import css from './passport.module.css';

type Texts = PluginHost['t'];

/** What the passport says, section by section. */
export function Sections({ passport }: { passport: Passport }) {
  const t = useTexts();
  const { order, part, material, lot } = passport;
  const missing = t('passport.notRecorded');
  return (
    <>
      <Section title={t('passport.facts')}>
        <dl className={css['facts']}>
          <Fact label={t('passport.order')}>
            <Link to={`/order-details/${order.id}`}>
              #{order.id} <bdi>{order.title}</bdi>
            </Link>
          </Fact>
          <Fact label={t('passport.customer')}>
            <bdi>{order.customer}</bdi>
          </Fact>
          <Fact label={t('passport.part')}>
            <bdi>{part.name}</bdi>
            {part.number !== null && (
              <small>
                <bdi>{part.number}</bdi>
              </small>
            )}
          </Fact>
          <Fact label={t('passport.fileHash')}>
            <code dir="ltr">{part.sha256}</code>
          </Fact>
          <Fact label={t('passport.pieces')}>{formatNumber(lot.quantity)}</Fact>
          <Fact label={t('passport.process')}>
            <bdi>{material.process}</bdi>
          </Fact>
          <Fact label={t('passport.material')}>
            <bdi>{[material.name, material.manufacturer].filter(Boolean).join(' · ')}</bdi>
          </Fact>
          <Fact label={t('passport.batches')}>
            {material.batches.length === 0 ? missing : <bdi>{material.batches.join(', ')}</bdi>}
          </Fact>
        </dl>
      </Section>
      <Builds t={t} builds={passport.builds} />
      <Steps t={t} passport={passport} />
      <Measurements t={t} inspections={passport.inspections} />
      <Checklists t={t} passport={passport} />
      <Lineage t={t} lineage={passport.lineage} />
      <NonConformances t={t} all={[...passport.nonConformances, ...passport.internal]} />
      <Shipments t={t} shipments={passport.shipments} />
      <Ledger t={t} passport={passport} />
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Builds = ({ t, builds }: { t: Texts; builds: Passport['builds'] }) =>
  builds.length > 0 && (
    <Section title={t('passport.builds')}>
      <Table
        label={t('passport.builds')}
        heads={['build', 'machine', 'calibration', 'plate', 'when'].map((key) => t(`passport.${key}`))}
        rows={builds.map(({ name, machine, plate, from, to }) => [
          <bdi key="name">{name}</bdi>,
          <bdi key="machine">{`${machine.name} · ${machineKind(machine)}`}</bdi>,
          machine.calibration ?? t('passport.notRecorded'),
          plate
            ? t('passport.plateOf', { plate: plate.name, revision: plate.revision, count: plate.copies.length })
            : t('passport.notRecorded'),
          `${formatDateTime(from)} – ${formatDateTime(to)}`,
        ])}
      />
    </Section>
  );

function Steps({ t, passport: { steps, people } }: { t: Texts; passport: Passport }) {
  const who = (sign: string | null) => (sign === null ? '' : people[sign]);
  return (
    <Section title={t('passport.steps')}>
      <Table
        label={t('passport.steps')}
        heads={['lot', 'step', 'status', 'good', 'scrap', 'finished', 'by', 'answers'].map((key) =>
          t(`passport.${key}`),
        )}
        rows={steps.flatMap(({ lotId, steps: own }) =>
          own.map((step) => [
            lotId,
            <bdi key="step">{step.name || t(`passport.kind.${step.kind}`)}</bdi>,
            t(`passport.status.${step.status}`),
            formatNumber(step.good),
            formatNumber(step.scrap + step.rework),
            step.finishedAt === null ? '' : formatDateTime(step.finishedAt),
            <bdi key="by">{who(step.startedBy)}</bdi>,
            <Answers key="answers" t={t} checks={step.checks} who={who}>
              {step.batches.map((batch) => (
                <li key={batch}>
                  {t('passport.batch')}: <bdi>{batch}</bdi>
                </li>
              ))}
            </Answers>,
          ]),
        )}
      />
    </Section>
  );
}

function Lineage({ t, lineage: { kin, remakes } }: { t: Texts; lineage: Passport['lineage'] }) {
  if (kin.length + remakes.length === 0) return null;
  const named = (id: number) => (
    <Link key={id} to={passportPath(id)}>
      {t('passport.lotNamed', { id })}
    </Link>
  );
  return (
    <Section title={t('passport.lineage')}>
      <Table
        label={t('passport.lineage')}
        heads={['lot', 'origin', 'pieces', 'reason'].map((key) => t(`passport.${key}`))}
        rows={[
          ...kin.map(({ lotId, parentId, how, quantity }) => [
            named(lotId),
            <span key="from">
              {t(`passport.how.${how}`)} {named(parentId)}
            </span>,
            formatNumber(quantity),
            '',
          ]),
          ...remakes.map(({ madeIn, scrappedIn, scrappedAt, quantity, reason }) => [
            named(madeIn),
            <span key="from">
              {t('passport.how.REMAKE')} {named(scrappedIn)}
            </span>,
            formatNumber(quantity),
            <span key="why">
              <bdi>{reason}</bdi> · {formatDate(scrappedAt)}
            </span>,
          ]),
        ]}
      />
    </Section>
  );
}

function NonConformances({ t, all }: { t: Texts; all: Passport['internal'] }) {
  if (all.length === 0) return null;
  return (
    <Section title={t('passport.ncrs')}>
      <Table
        label={t('passport.ncrs')}
        heads={['number', 'about', 'measured', 'pieces', 'decision'].map((key) => t(`passport.${key}`))}
        rows={all.map(({ number, title, requirement, measured, affected, dispositions }) => [
          number,
          <bdi key="title">{title}</bdi>,
          <bdi key="measured">{[requirement, measured].filter(Boolean).join(' → ')}</bdi>,
          formatNumber(affected),
          dispositions
            .map(
              ({ quantity, disposition }) =>
                `${formatNumber(quantity)} × ${t(`passport.disposition.${disposition ?? 'NONE'}`)}`,
            )
            .join(', '),
        ])}
      />
    </Section>
  );
}

const Shipments = ({ t, shipments }: { t: Texts; shipments: Passport['shipments'] }) =>
  shipments.length > 0 && (
    <Section title={t('passport.shipments')}>
      <p className={css['quiet']}>{t('passport.shipmentsText')}</p>
      <Table
        label={t('passport.shipments')}
        heads={['number', 'pieces', 'carrier', 'shipped', 'delivered'].map((key) => t(`passport.${key}`))}
        rows={shipments.map(({ id, quantity, carrier, tracking, shippedAt, deliveredAt }) => [
          `#${id}`,
          formatNumber(quantity),
          <bdi key="carrier">{[carrier, tracking].filter(Boolean).join(' ')}</bdi>,
          formatDate(shippedAt),
          deliveredAt === null ? '' : formatDate(deliveredAt),
        ])}
      />
    </Section>
  );

/** Every count, as it was made. */
function Ledger({ t, passport: { ledger, people } }: { t: Texts; passport: Passport }) {
  const rows = ledger.flatMap(({ lotId, moves }) => moves.map((move) => ({ lotId, ...move })));
  if (rows.length === 0) return null;
  return (
    <details className={css['ledger']}>
      <summary>{t('passport.ledger', { count: rows.length })}</summary>
      <Table
        label={t('passport.ledgerTitle')}
        heads={['lot', 'when', 'what', 'pieces', 'reason', 'batch', 'by'].map((key) => t(`passport.${key}`))}
        rows={rows.map(({ lotId, at, kind, quantity, reason, batch, by }) => [
          lotId,
          formatDateTime(at),
          t(`passport.move.${kind}`),
          formatNumber(quantity),
          <bdi key="reason">{reason}</bdi>,
          <bdi key="batch">{batch}</bdi>,
          <bdi key="by">{by === null ? '' : people[by]}</bdi>,
        ])}
      />
    </details>
  );
}
