import { useMemo } from 'react';
import { observer } from 'mobx-react-lite';
import { useFormikContext } from 'formik';
import * as z from 'zod';
import type { Connector, ConnectorDraft } from '@sinter/sdk/contract/connectivity/connectors';
import { longestCertificates, wrongSettings } from '@sinter/sdk/contract/connectivity/fields';
import { connectorTypeSchema, drivers, machineStateSchema } from '@sinter/sdk/contract/connectivity/states';
import { say } from '@sinter/sdk/i18n/said';
import { LightButton, LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import { FormDrawer } from '@sinter/sdk/ui/drawer';
import { SelectField, TextField } from '@sinter/sdk/ui/form';
import type { Connectors, ConnectorsStore } from './ConnectorsStore.ts';
import Declared from './Declared.tsx';
import {
  blankSource,
  mapSchema,
  settingsOf,
  sourceSchema,
  toldOf,
  usualSettings,
  wordSchema,
  type Values,
} from './values.ts';
import css from './connectors.module.css';

interface ConnectorDrawerProps {
  store: ConnectorsStore;
  editing: Connector | 'new';
  known: Connectors;
}

/** What a driver declares is asked for; nothing else. */
export default function ConnectorDrawer({ store, editing, known }: ConnectorDrawerProps) {
  const t = useTexts();
  const isNew = editing === 'new';
  const schema = useMemo(
    () =>
      z
        .object({
          type: connectorTypeSchema,
          name: z.string().trim().min(1, t('connector.name.missing')).max(120),
          endpoint: z.string().trim().max(500),
          secret: z.string().trim().max(500),
          certificate: z.string().trim().max(longestCertificates),
          pollSeconds: z
            .number({ error: t('connector.poll.wrong') })
            .min(0.5, t('connector.poll.wrong'))
            .max(600, t('connector.poll.wrong'))
            .nullable(),
          settings: z.record(z.string(), z.string()),
          sources: z.array(sourceSchema),
          machines: z.array(mapSchema),
          words: z.array(wordSchema),
        })
        .superRefine(({ type, pollSeconds, settings, sources }, context) => {
          if (drivers[type].asks && pollSeconds === null)
            context.addIssue({ code: 'custom', path: ['pollSeconds'], message: t('connector.poll.wrong') });
          for (const { path, why } of wrongSettings(drivers[type], settings, sources))
            context.addIssue({ code: 'custom', path: path.split('.'), message: t(`setting.${why}`) });
        }),
    [t],
  );
  const initialValues: Values = isNew
    ? {
        ...{ type: 'MTCONNECT', name: '', endpoint: '', secret: '', certificate: '' },
        ...{ pollSeconds: 2, machines: [], words: [] },
        ...{ settings: usualSettings, sources: [blankSource] },
      }
    : {
        ...{ type: editing.type, name: editing.name, endpoint: editing.endpoint, secret: '' },
        certificate: '',
        ...{ pollSeconds: editing.pollSeconds, machines: editing.machines },
        ...{ settings: settingsOf(editing), sources: editing.sources },
        words: [
          ...Object.entries(editing.stateMap).map(([word, state]) => ({ word, state })),
          ...editing.unknownStates.map((word) => ({ word, state: '' })),
        ],
      };
  return (
    <FormDrawer<Values, z.output<typeof schema>>
      secrets={['secret', 'certificate']}
      keep={`connectivity.connector.${isNew ? 'new' : editing.id}`}
      title={t(isNew ? 'connector.add' : 'connector.edit')}
      size={560}
      save={t('connector.save')}
      onClose={() => store.edit(null)}
      initialValues={initialValues}
      schema={schema}
      onSubmit={(values) => store.save(draftOf(values))}
    >
      <SelectField
        name="type"
        label={t('connector.type')}
        required
        disabled={!isNew}
        options={connectorTypeSchema.options.map((type) => ({ value: type, label: t(`type.${type}`) }))}
      />
      <TextField name="name" label={t('connector.name')} required maxLength={120} />
      <Declared
        secretSet={!isNew && editing.secretSet}
        certificateSet={!isNew && editing.certificateSet}
        folder={isNew ? null : editing.folder}
      />
      <Test store={store} />
      <Machines store={store} known={known} />
      <Words />
    </FormDrawer>
  );
}

function draftOf({ words, secret, certificate, pollSeconds, ...values }: Values): ConnectorDraft {
  const stateMap = Object.fromEntries(
    words.flatMap(({ word, state }) => {
      const known = machineStateSchema.safeParse(state);
      return word.trim() !== '' && known.success ? [[word.trim(), known.data] as const] : [];
    }),
  );
  const rate = pollSeconds ?? drivers[values.type].pollSeconds;
  return { ...values, ...toldOf(values), pollSeconds: rate, stateMap, ...enteredOf({ secret, certificate }) };
}

/** What is left empty stays as it is kept. */
const enteredOf = ({ secret, certificate }: Pick<Values, 'secret' | 'certificate'>) => ({
  ...(secret !== '' && { secret }),
  ...(certificate !== '' && { certificate }),
});

const Test = observer(function Test({ store }: { store: ConnectorsStore }) {
  const t = useTexts();
  const { values } = useFormikContext<Values>();
  const { testing, tested } = store;
  if (values.type === 'FILE_DROP') return null;
  const { type, endpoint } = values;
  const draft = { type, endpoint, ...toldOf(values), ...enteredOf(values) };
  return (
    <div className={css['test']}>
      <LightButton loading={testing.busy} onClick={() => void testing.run(draft)}>
        {t('connector.test')}
      </LightButton>
      <p role="status" data-ok={tested?.ok === true && testing.problem === null}>
        {testing.problem ?? (Object.values(testing.fields)[0] || (tested ? say(tested.message, tested.said) : ''))}
      </p>
    </div>
  );
});

/** Machines that were heard of, or answered the test, and which of ours they are. */
const Machines = observer(function Machines({ store, known }: { store: ConnectorsStore; known: Connectors }) {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<Values>();
  const found = (store.tested?.machines ?? []).filter(
    ({ machine }) => !values.machines.some((each) => each.machine === machine),
  );
  const all = [...values.machines, ...found.map(({ machine }) => ({ machine, equipmentId: null }))];
  const set = (machine: string, equipmentId: number | null) =>
    void setFieldValue(
      'machines',
      all.map((each) => (each.machine === machine ? { machine, equipmentId } : each)),
    );
  return (
    <fieldset className={css['rows']}>
      <legend>{t('connector.machines')}</legend>
      <p className={css['lead']}>{t(all.length === 0 ? 'connector.machines.none' : 'connector.machines.text')}</p>
      {all.map(({ machine, equipmentId }) => (
        <label key={machine}>
          <bdi>{machine}</bdi>
          <LightSelect
            value={equipmentId ?? ''}
            onChange={({ target }) => set(machine, target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t('connector.machines.noneOfOurs')}</option>
            {known.equipment.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </LightSelect>
        </label>
      ))}
    </fieldset>
  );
});

/** Words of the vendor that lead elsewhere than the driver says. */
function Words() {
  const t = useTexts();
  const { values, setFieldValue } = useFormikContext<Values>();
  const { words } = values;
  const set = (at: number, change: Partial<Values['words'][number]>) =>
    void setFieldValue(
      'words',
      words.map((each, index) => (index === at ? { ...each, ...change } : each)),
    );
  return (
    <fieldset className={css['rows']}>
      <legend>{t('connector.states')}</legend>
      <p className={css['lead']}>{t('connector.states.text')}</p>
      {words.map(({ word, state }, index) => (
        <div key={index}>
          <LightInput
            aria-label={t('connector.states.word', { number: index + 1 })}
            value={word}
            maxLength={120}
            onChange={({ target }) => set(index, { word: target.value })}
          />
          <LightSelect
            aria-label={t('connector.states.state', { word })}
            value={state}
            onChange={({ target }) => set(index, { state: target.value })}
          >
            <option value="">{t('connector.states.usual')}</option>
            {machineStateSchema.options.map((each) => (
              <option key={each} value={each}>
                {t(`state.${each}`)}
              </option>
            ))}
          </LightSelect>
        </div>
      ))}
      <LightButton size="small" onClick={() => void setFieldValue('words', [...words, { word: '', state: '' }])}>
        {t('connector.states.add')}
      </LightButton>
    </fieldset>
  );
}
