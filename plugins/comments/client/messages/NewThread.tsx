import { observer } from 'mobx-react-lite';
import type { ThreadPage } from '@sinter/sdk/contract/comments/threads';
import { supplierText } from '@sinter/sdk/contract/named';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Choice } from '@sinter/sdk/ui/panel';
import { Composer } from './Composer.tsx';
import { newThread, type MessagesStore } from './MessagesStore.ts';
import { aboutText } from './Threads.tsx';
import { onOf, subjectOf } from './Writing.ts';
import css from './messages.module.css';

/** A thread that is begun: about what, for whom, and its first message. */
export const NewThread = observer(function NewThread({ store, page }: { store: MessagesStore; page: ThreadPage }) {
  const t = useTexts();
  const writing = store.drafts.find(newThread);
  if (!writing) return null;
  const subject = store.subjectOf(subjectOf(writing.on));
  const choosesFacility =
    !store.isProvider && writing.visibility === 'SHARED' && subject?.facilityId == null && page.facilities.length > 1;
  return (
    <section className={css['thread']} aria-label={t('threads.new')}>
      <h2>{t('threads.new')}</h2>
      <div className={css['choices']}>
        <label>
          {t('threads.about')}
          <LightSelect
            value={writing.on}
            onChange={({ target }) => {
              const facilityId = store.subjectOf(subjectOf(target.value))?.facilityId ?? null;
              writing.choose({ on: target.value, facilityId });
            }}
          >
            {page.subjects.map((each) => (
              <option key={onOf(each)} value={onOf(each)}>
                {aboutText(t, each)}
              </option>
            ))}
          </LightSelect>
        </label>
        <div className={css['field']}>
          <span aria-hidden="true">{t('new.visibility')}</span>
          <Choice
            label={t('new.visibility')}
            options={(['INTERNAL', 'SHARED'] as const).map((value) => ({ value, text: t(`new.${value}`) }))}
            value={writing.visibility}
            onChange={(visibility) => writing.choose({ visibility })}
          />
        </div>
        {choosesFacility && (
          <label>
            {t('new.facility')}
            <LightSelect
              value={writing.facilityId ?? ''}
              onChange={({ target }) => writing.choose({ facilityId: Number(target.value) || null })}
            >
              <option value="">{t('new.all', { count: page.facilities.length })}</option>
              {page.facilities.map((each) => (
                <option key={each.id} value={each.id}>
                  {supplierText(t, each)}
                </option>
              ))}
            </LightSelect>
          </label>
        )}
      </div>
      <Composer store={store} writing={writing} name={newThread} label={t('composer.message')} focused />
    </section>
  );
});
