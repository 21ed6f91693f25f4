import { useRef } from 'react';
import type { LotStep } from '@sinter/sdk/contract/production/lots';
import { observer } from 'mobx-react-lite';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import type { Attaching } from './Attach.ts';
import type { Answer } from './staged.ts';
import css from './lot.module.css';

interface FileInputProps {
  check: Pick<LotStep['checks'][number], 'key' | 'label' | 'file'>;
  value: Answer | null;
  disabled: boolean;
  attaching: Attaching;
  onChange: (value: Answer | null) => void;
}

/** A photo or a file: a tablet offers its camera too. */
export default observer(function FileInput({
  check,
  value,
  disabled,
  attaching: { attach, place },
  onChange,
}: FileInputProps) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const { sending } = attach;
  const mine = sending.doing?.[0] === check.key;
  const name = typeof value === 'number' ? (attach.names.get(value) ?? check.file?.fileName ?? '') : '';
  return (
    <div className={css['row']}>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void sending.run(check.key, place, file, onChange);
          target.value = '';
        }}
      />
      {name !== '' && <bdi>{name}</bdi>}
      <LightButton
        disabled={disabled || sending.busy}
        loading={mine}
        aria-label={`${t(value === null ? 'check.attach' : 'check.replace')}: ${check.label}`}
        onClick={() => input.current?.click()}
      >
        {mine
          ? t('check.attaching', { name: sending.doing?.[2].name ?? '' })
          : t(value === null ? 'check.attach' : 'check.replace')}
      </LightButton>
      {sending.problem !== null && (
        <span role="alert" className={css['flaw']}>
          {attach.lost ? t('check.fileLine') : sending.problem}
        </span>
      )}
    </div>
  );
});
