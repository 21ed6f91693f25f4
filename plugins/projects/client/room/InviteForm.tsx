import { observer } from 'mobx-react-lite';
import * as z from 'zod';
import { inviteToProject } from '@sinter/sdk/contract/projects/members';
import { Section, toast, useTexts } from '@sinter/sdk/ui';
import { Form, FormActions, SelectField, TextField } from '@sinter/sdk/ui/form';
import type { RoomProps } from './ProjectStore.ts';
import css from './room.module.css';

/** Somebody of the other side by their e-mail address. */
export const InviteForm = observer(function InviteForm({ store, project }: RoomProps) {
  const t = useTexts();
  const isProvider = store.host.user.engineer === null;
  const other = isProvider ? project.customer : project.facility;
  // A facility brings in a customer who is not here yet; a buyer chooses the facility first.
  const isNew = isProvider && other === null;
  if (!isProvider && other === null) return null;
  const schema = z.object({
    email: z.email(t('invite.email.wrong')),
    companyName: isNew ? z.string().trim().min(1, t('invite.company.needed')).max(200) : z.string(),
    role: z.enum(['EDITOR', 'READER']),
  });
  return (
    <Section title={t(isProvider ? 'invite.contact' : 'invite.maker')}>
      <div className={css['stack']}>
        <p className={css['quiet']}>{isNew ? t('invite.new.text') : t('invite.text', { place: other?.name ?? '' })}</p>
        <Form
          keep={`projects.invite.${store.id}`}
          initialValues={{ email: '', companyName: '', role: 'EDITOR' as const }}
          schema={schema}
          onSubmit={async (body, form) => {
            const { outcome, project: changed } = await store.host.api.call(inviteToProject, {
              params: { id: store.id },
              body,
            });
            form.resetForm();
            store.show(changed);
            toast.success(t(`invite.${outcome}`, { email: body.email }));
          }}
        >
          <TextField name="email" type="email" label={t('invite.email')} required autoComplete="off" />
          {isNew && <TextField name="companyName" label={t('invite.company')} required />}
          <SelectField
            name="role"
            label={t('member.role')}
            options={(['EDITOR', 'READER'] as const).map((value) => ({ value, label: t(`role.${value}`) }))}
          />
          <FormActions save={t('invite.do')} />
        </Form>
      </div>
    </Section>
  );
});
