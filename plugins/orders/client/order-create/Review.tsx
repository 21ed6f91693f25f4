import { lazy, Suspense, type ReactNode } from 'react';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatDate, formatMoney, formatNumber } from '@sinter/sdk/i18n';
import { LinkButton, useTexts } from '@sinter/sdk/ui';
import { answerText } from '../request/answerText.ts';
import { fieldText } from '../request/fieldText.ts';
import { finishesOf, materialsOf } from '../request/offer.ts';
import type { PartLine } from '../request/PartLine.ts';
import { Total } from '../request/Total.tsx';
import { AddressText } from '../AddressText.tsx';
import type { RequestStore } from './RequestStore.ts';
import { stepOf, type Step } from './steps.ts';
import css from './orderCreate.module.css';

const TermsNote = lazy(() => import('../terms/TermsNote.tsx'));

/** Everything once more before it is sent, and what is still missing. */
export const Review = observer(function Review({ store, go }: { store: RequestStore; go: (to: Step) => void }) {
  const t = useTexts();
  const { fields, parts, problems } = store;
  const { chosen } = parts.dates;
  const facts: [string, ReactNode][] = [
    [t('details.orderTitle'), fields.displayTitle],
    [
      t('details.wantedDate'),
      fields.estimatedDeliveryDate ? formatDate(fields.estimatedDeliveryDate) : t('details.soon'),
    ],
    [t('create.quoteDue'), fields.quoteDueDate && formatDate(fields.quoteDueDate)],
    [t('details.useCase'), fields.primaryUseCase && t(`useCase.${fields.primaryUseCase}`)],
    [t('create.reference'), fields.thirdPartyOrderId],
    [t('fact.exportControlled'), parts.exportControlled !== null && t(parts.exportControlled ? 'yes' : 'no')],
    [t('create.nda'), t(fields.ndaRequired ? 'yes' : 'no')],
    [t('details.notes'), fields.notes],
    ...(parts.asked.form?.fields ?? []).map((field): [string, ReactNode] => [
      fieldText(field).label,
      answerText(t, field, fields.answers[field.id], []),
    ]),
  ];
  return (
    <>
      {problems.length > 0 && (
        <section className={css['missing']} aria-label={t('create.review.missing')}>
          <strong>{t('create.review.missing')}</strong>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>
                <LinkButton onClick={() => go(stepOf[problem])}>{t(`problem.${problem}`)}</LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Part title={t('create.review.parts')} onChange={() => go('configure')}>
        <ul className={css['lines']}>
          {parts.shown.map((line) => (
            <Line key={line.id} store={store} line={line} />
          ))}
        </ul>
        <Total parts={parts} />
      </Part>
      <Part title={t('create.step.requirements')} onChange={() => go('requirements')}>
        <dl className={css['facts']}>
          {facts.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </Part>
      <Part title={t('create.address')} onChange={() => go('delivery')}>
        <p>{fields.deliveryAddress ? <AddressText address={fields.deliveryAddress} /> : t('create.address.later')}</p>
      </Part>
      {chosen && (
        <Part title={t('dates.title')} onChange={() => go('delivery')}>
          <p>
            {formatDate(chosen.deliveryOn)} · {formatMoney(chosen.total.amount, chosen.total.currency, { exact: true })}
          </p>
        </Part>
      )}
      <Suspense fallback={null}>
        <TermsNote onTerms={store.show} />
      </Suspense>
      {fields.sourcing === 'LINK3D' && (
        <Part title={t('vendor.choice')} onChange={() => go('delivery')}>
          <p>{t('vendor.later')}</p>
        </Part>
      )}
    </>
  );
});

function Part({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <section className={css['part']} aria-label={title}>
      <h3>{title}</h3>
      <Button size="small" onClick={onChange} aria-label={`${t('create.review.change')}: ${title}`}>
        {t('create.review.change')}
      </Button>
      {children}
    </section>
  );
}

const Line = observer(function Line({ store, line }: { store: RequestStore; line: PartLine }) {
  const t = useTexts();
  const offer = store.parts.offer ?? [];
  const { finishId, color, tolerance, inspection } = line.details;
  const how = [
    offer.find(({ process }) => process.id === line.amProcessId)?.process.name,
    materialsOf(offer, line.amProcessId).find(({ id }) => id === line.materialId)?.name,
    finishesOf(offer, line.amProcessId).find(({ id }) => id === finishId)?.name,
    color,
    tolerance === 'STANDARD' ? '' : t(`tolerance.${tolerance}`),
    inspection === 'STANDARD' ? '' : t(`inspection.${inspection}`),
  ].filter(Boolean);
  return (
    <li>
      <strong>
        {formatNumber(line.quantity ?? 0)} × <bdi>{line.file.preparation.fileName}</bdi>
      </strong>
      <span>{how.join(' · ')}</span>
    </li>
  );
});
