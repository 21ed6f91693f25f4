import { observer } from 'mobx-react-lite';
import { mailTimeSchema } from '@sinter/sdk/contract/host/notifications';
import { say } from '@sinter/sdk/i18n/said';
import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { Setting } from './PortalFields.tsx';
import type { PortalStore } from './PortalStore.ts';
import css from './portal.module.css';

/** What the customer's people hear until they choose themselves. */
export const NoticesSetting = observer(function NoticesSetting({ store }: { store: PortalStore }) {
  const t = useTexts();
  const { notices } = store.portal;
  const off = notices.mail === 'NEVER';
  return (
    <Setting store={store} field="notices">
      <LightSelect
        aria-label={t('portal.mail')}
        value={notices.mail}
        onChange={({ target }) => store.set({ notices: { ...notices, mail: mailTimeSchema.parse(target.value) } })}
      >
        {mailTimeSchema.options.map((time) => (
          <option key={time} value={time}>
            {t(`portal.mail.${time}`)}
          </option>
        ))}
      </LightSelect>
      <table className={css['notices']}>
        <thead>
          <tr>
            <th scope="col">{t('portal.notices.what')}</th>
            <th scope="col">{t('portal.notices.bell')}</th>
            <th scope="col">{t('portal.notices.mail')}</th>
          </tr>
        </thead>
        <tbody>
          {store.noticeKinds.answer?.map(({ id, text, said, bell, mail }) => {
            const on = notices.kinds[id] ?? { bell, mail };
            return (
              <tr key={id}>
                <th scope="row">{say(text, said)}</th>
                {(['bell', 'mail'] as const).map((channel) => (
                  <td key={channel}>
                    <input
                      type="checkbox"
                      aria-label={`${say(text, said)}: ${t(`portal.notices.${channel}`)}`}
                      checked={on[channel]}
                      disabled={channel === 'mail' && off}
                      onChange={({ target }) => store.tell(id, { ...on, [channel]: target.checked })}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Setting>
  );
});
