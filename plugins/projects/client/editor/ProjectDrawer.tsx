import { observer } from 'mobx-react-lite';
import type { FormikHelpers } from 'formik';
import { useState } from 'react';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import {
  createProject,
  listPartners,
  readProject,
  updateProject,
  type Project,
} from '@sinter/sdk/contract/projects/projects';
import { orderRights } from '@sinter/sdk/contract/orders/rights';
import { newId } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { currencyChoices, decimalsOf, fromMinor, toMinor } from '../money.ts';
import css from './editor.module.css';

interface ProjectDrawerProps {
  /** `null`: a new one. */
  project: Project | null;
  onSaved: (project: Project) => void;
  onClose: () => void;
}

interface Values {
  name: string;
  partnerId: number | null;
  targetDate: string | null;
  amount: number | null;
  currency: string;
  description: string;
}

/** What a project is about: begun, or changed. */
export default observer(function ProjectDrawer({ project, onSaved, onClose }: ProjectDrawerProps) {
  const t = useTexts();
  const { api, user, log } = usePlugin();
  const isProvider = user.engineer === null;
  // Made when the person begins: a retry sends the same one.
  const [eventId] = useState(newId);
  const [before, setBefore] = useState(project);
  const partners = useStore((host) => {
    const question = new Question(host, {
      ask: (_: void, signal) => host.api.call(listPartners, { query: {} }, { signal }),
      failed: 'partners could not be loaded',
    });
    return { question, start: () => question.start() };
  }).question;
  const partner = before ? (isProvider ? before.customer : before.facility) : null;
  const options = [...(partner ? [partner] : []), ...(partners.answer ?? []).filter(({ id }) => id !== partner?.id)];
  const memberRoles: readonly string[] = user.memberRoles;
  const seesPrices = before?.may.prices ?? orderRights.prices.some((role) => memberRoles.includes(role));
  const schema = z.object({
    name: z.string().trim().min(1, t('project.name.needed')).max(120),
    partnerId: z.number().nullable(),
    targetDate: z.string().nullable(),
    amount: z.number().min(0).max(1e9).nullable(),
    currency: z.string(),
    description: z.string().max(5000),
  });

  const save = async (values: Values, form: FormikHelpers<Values>) => {
    const { amount, currency, ...details } = values;
    const budget = amount === null ? null : { amount: toMinor(amount, currency), currency };
    const body = { ...details, ...(seesPrices && { budget }) };
    try {
      const saved = before
        ? await api.call(updateProject, { params: { id: before.id }, body: { version: before.version, ...body } })
        : await api.call(createProject, { body: { eventId, ...body } });
      onClose();
      onSaved(saved);
    } catch (error) {
      if (before && error instanceof CallError && error.code === 'CHANGED') {
        const now = await api.call(readProject, { params: { id: before.id } });
        log.info('a project was changed meanwhile', { id: before.id });
        setBefore(now);
        void form.setValues(merged(values, valuesOf(before, isProvider), valuesOf(now, isProvider)));
      }
      throw error;
    }
  };
  const currency = user.serviceProvider?.currency ?? 'EUR';
  return (
    <FormDrawer<Values, Values>
      keep={before ? `projects.${before.id}` : 'projects.new'}
      title={t(before ? 'project.edit' : 'projects.new')}
      size={520}
      save={t(before ? 'project.save' : 'projects.create')}
      onClose={onClose}
      initialValues={
        project
          ? valuesOf(project, isProvider)
          : { name: '', partnerId: null, targetDate: null, amount: null, currency, description: '' }
      }
      schema={schema}
      onSubmit={save}
    >
      {({ values }) => (
        <>
          <TextField name="name" label={t('project.name')} required maxLength={120} />
          <SelectField
            name="partnerId"
            label={t(isProvider ? 'project.customer' : 'project.facility')}
            hint={t(isProvider ? 'project.customer.hint' : 'project.facility.hint')}
            placeholder={t('project.partner.none')}
            clearable={partner === null}
            disabled={partner !== null}
            options={options.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateField name="targetDate" label={t('project.targetDate')} />
          {seesPrices && (
            <div className={css['money']}>
              <NumberField
                name="amount"
                label={t('project.budget')}
                hint={t('project.budget.hint')}
                min={0}
                precision={decimalsOf(values.currency)}
              />
              <SelectField name="currency" label={t('project.currency')} options={currencyChoices()} />
            </div>
          )}
          <TextareaField name="description" label={t('project.description')} maxLength={5000} />
        </>
      )}
    </FormDrawer>
  );
});

const valuesOf = (
  { name, targetDate, budget, description, customer, facility }: Project,
  isProvider: boolean,
): Values => ({
  ...{ name, targetDate, description },
  partnerId: (isProvider ? customer : facility)?.id ?? null,
  amount: budget ? fromMinor(budget) : null,
  currency: budget?.currency ?? 'EUR',
});

/** What somebody else changed meanwhile is taken where this person has changed nothing. */
const merged = (entered: Values, before: Values, now: Values): Values => ({
  name: entered.name === before.name ? now.name : entered.name,
  partnerId: entered.partnerId === before.partnerId ? now.partnerId : entered.partnerId,
  targetDate: entered.targetDate === before.targetDate ? now.targetDate : entered.targetDate,
  amount: entered.amount === before.amount ? now.amount : entered.amount,
  currency: entered.currency === before.currency ? now.currency : entered.currency,
  description: entered.description === before.description ? now.description : entered.description,
});
