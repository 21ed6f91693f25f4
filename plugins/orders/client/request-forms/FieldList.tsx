import { useState } from 'react';
import { fieldKindSchema, formFieldSchema, mostFields, type FormField } from '@sinter/sdk/contract/orders/requestForms';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { FieldCard } from './FieldCard.tsx';
import css from './requestForms.module.css';

interface FieldListProps {
  fields: readonly FormField[];
  problems: Readonly<Record<string, string>>;
  onChange: (fields: FormField[]) => void;
}

/** The smallest one that is free: answers of questions that are gone stay apart from those of new ones. */
function freeId(fields: readonly FormField[]): string {
  const used = new Set(fields.map(({ id }) => id));
  let id = '';
  do id = `q-${Math.random().toString(36).slice(2, 8)}`;
  while (used.has(id));
  return id;
}

/** The form's own questions, sorted by drag or by the buttons of each. */
export function FieldList({ fields, problems, onChange }: FieldListProps) {
  const t = useTexts();
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const field = fields[from];
    if (!field || to < 0 || to >= fields.length || from === to) return;
    onChange(fields.toSpliced(from, 1).toSpliced(to, 0, field));
    setSaid(t('forms.moved', { label: field.label, place: to + 1, count: fields.length }));
  };
  return (
    <>
      <span role="status" className={css['spoken']}>
        {said}
      </span>
      <ol className={css['questions']} aria-label={t('forms.custom')}>
        {fields.map((field, index) => (
          <li key={field.id}>
            <FieldCard
              field={field}
              index={index}
              count={fields.length}
              problems={problems}
              onDrag={(on) => setDragged(on ? index : null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, index);
                setDragged(null);
              }}
              onMove={(to) => move(index, to)}
              onChange={(part) => onChange(fields.with(index, { ...field, ...part }))}
              onRemove={() => onChange(fields.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div className={css['buttons']} role="group" aria-label={t('forms.addField')}>
        {fieldKindSchema.options.map((kind) => (
          <LightButton
            key={kind}
            disabled={fields.length >= mostFields}
            onClick={() => onChange([...fields, formFieldSchema.parse({ id: freeId(fields), kind })])}
          >
            + {t(`forms.kind.${kind}`)}
          </LightButton>
        ))}
      </div>
    </>
  );
}
