import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { observer } from 'mobx-react-lite';
import { mostCharacters } from '@sinter/sdk/contract/comments/comments';
import type { Thread } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatNumber } from '@sinter/sdk/i18n';
import { LightButton, LightSelect, useTexts } from '@sinter/sdk/ui';
import { Choice } from '@sinter/sdk/ui/panel';
import { AttachFiles } from './AttachFiles.tsx';
import { newThread, type MessagesStore } from './MessagesStore.ts';
import type { Person, Writing } from './Writing.ts';
import css from './messages.module.css';

interface ComposerProps {
  store: MessagesStore;
  writing: Writing;
  /** Of the draft. */
  name: string;
  label: string;
  focused?: boolean;
  /** It is a reply here. */
  inThread?: Thread;
}

/** The field for a message: text, people who are mentioned, files, and who will see it. */
export const Composer = observer(function Composer({ store, writing, name, label, focused, inThread }: ComposerProps) {
  const t = useTexts();
  const [over, setOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  useEffect(() => {
    if (!focused) return;
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'nearest' });
  }, [focused]);
  const { offered, active, excess, files } = writing;
  const { sending } = store;
  const isEdit = name.startsWith('edit ');
  const problem = store.sent === name ? (Object.values(sending.fields)[0] ?? sending.problem) : null;

  const mention = (person: Person) => {
    const caret = writing.mention(person);
    field.current?.focus();
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return store.send(name, writing);
    const person = offered[active];
    if (!person) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') writing.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' || event.key === 'Tab') mention(person);
    else if (event.key === 'Escape') writing.closeOffer();
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="presentation"
      className={css['dropPlace']}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isEdit);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isEdit) files.add([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        if (isEdit || event.clipboardData.files.length === 0) return;
        event.preventDefault();
        files.add([...event.clipboardData.files]);
      }}
    >
      <form
        className={css['composer']}
        data-visibility={writing.visibility}
        onSubmit={(event) => {
          event.preventDefault();
          store.send(name, writing);
        }}
      >
        {inThread?.visibility === 'SHARED' && (
          <Choice
            label={t('new.visibility')}
            options={(['SHARED', 'INTERNAL'] as const).map((value) => ({ value, text: t(`reply.${value}`) }))}
            value={writing.visibility}
            onChange={(visibility) => writing.choose({ visibility })}
          />
        )}
        {inThread && <ReplyTo store={store} writing={writing} thread={inThread} />}
        <label className={css['field']}>
          {label}
          <textarea
            ref={field}
            rows={isEdit || inThread ? 3 : 6}
            dir="auto"
            value={writing.text}
            role="combobox"
            aria-expanded={offered.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={offered.length > 0 ? `${listId}-${active}` : undefined}
            aria-invalid={excess > 0}
            onChange={({ target }) => writing.write(target.value, target.selectionStart)}
            onKeyDown={press}
          />
        </label>
        {offered.length > 0 && (
          <div className={css['people']} id={listId} role="listbox" aria-label={t('composer.people')}>
            {offered.map((person, index) => (
              <div
                key={person.id}
                id={`${listId}-${index}`}
                tabIndex={-1}
                role="option"
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault();
                  mention(person);
                }}
              >
                <bdi>{person.name}</bdi>
                <small>{t(`side.${person.side}`)}</small>
              </div>
            ))}
          </div>
        )}
        {excess > 0 && (
          <p role="alert" className={css['problem']}>
            {t('composer.tooLong', {
              length: formatNumber(writing.text.trim().length),
              most: formatNumber(mostCharacters),
            })}
          </p>
        )}
        {!isEdit && <AttachFiles files={files} />}
        {problem !== null && (
          <p role="alert" className={css['problem']}>
            {problem}
          </p>
        )}
        <div className={css['actions']}>
          <LightButton
            kind="primary"
            type="submit"
            loading={sending.busy && store.sent === name}
            disabled={!writing.maySend}
          >
            {t(
              isEdit ? 'composer.save' : writing.visibility === 'INTERNAL' ? 'composer.sendInternal' : 'composer.send',
            )}
          </LightButton>
          {(isEdit || name === newThread || !writing.isEmpty) && (
            <LightButton onClick={() => store.discard(name)}>{t('composer.discard')}</LightButton>
          )}
          {!isEdit && <small className={css['who']}>{whoSees(t, store, writing)}</small>}
        </div>
      </form>
    </div>
  );
});

/** For which facility a reply is, where the thread was for all of them. */
const ReplyTo = observer(function ReplyTo({
  store,
  writing,
  thread,
}: Omit<ComposerProps, 'name' | 'label'> & { thread: Thread }) {
  const t = useTexts();
  const facilities = store.page?.facilities ?? [];
  if (store.isProvider || writing.visibility === 'INTERNAL' || thread.facility !== null || facilities.length < 2)
    return null;
  return (
    <label className={css['field']}>
      {t('new.facility')}
      <LightSelect
        value={writing.facilityId ?? ''}
        onChange={({ target }) => writing.choose({ facilityId: Number(target.value) || null })}
      >
        <option value="">{t('share.choose')}</option>
        {facilities.map((each) => (
          <option key={each.id} value={each.id}>
            {supplierText(t, each)}
          </option>
        ))}
      </LightSelect>
    </label>
  );
});

function whoSees(t: ReturnType<typeof useTexts>, store: MessagesStore, { visibility, facilityId }: Writing): string {
  if (visibility === 'INTERNAL') return t('who.INTERNAL');
  const { company, facilities = [] } = store.page ?? {};
  if (store.isProvider) return t('who.SHARED', { name: company?.name ?? '' });
  const chosen =
    facilities.find(({ id }) => id === facilityId) ?? (facilities.length === 1 ? facilities[0] : undefined);
  if (chosen) return t('who.SHARED', { name: supplierText(t, chosen) });
  return facilities.length === 0 ? t('who.later') : t('who.all', { count: facilities.length });
}
