import { posix } from 'node:path';
import type { Forbidden } from './imports.ts';

/**
 * Nothing typed is lost. `Form` and `FormDrawer` of the SDK keep what is entered under the name that each has to give
 * (`keep`); whatever else can be typed into is listed here, with the file that keeps it, or why nothing is to be kept.
 */
export const keptBy: Readonly<Record<string, string>> = {
  'plugins/catalog/client/upload/Uploads.tsx': 'PartUploads.ts',
  'plugins/comments/client/PinnedThreads.tsx': 'Pins.ts',
  'plugins/comments/client/messages/Composer.tsx': 'MessagesStore.ts',
  'host/shell/screens/public/GuestTask.tsx': 'guestAnswer.ts',
  'plugins/admin/client/email-templates/TokenField.tsx': '../../../../sdk/state/versions/SettingEditor.ts',
  'plugins/admin/client/team/InviteDrawer.tsx': 'InviteStore.ts',
  'plugins/orders/client/AskedText.tsx': 'order-details/OrderDetailsStore.ts',
  'plugins/orders/client/order-create/Wizard.tsx': 'RequestStore.ts',
  'plugins/orders/client/portal/PortalFields.tsx': '../../../../sdk/state/versions/SettingEditor.ts',
  'plugins/orders/client/request-forms/FieldCard.tsx': '../../../../sdk/state/versions/SettingEditor.ts',
  'plugins/production/client/mes/Fields.tsx': '../../../../sdk/state/versions/SettingEditor.ts',
  'plugins/quality/client/ncr/Talk.tsx': 'TalkStore.ts',
  'plugins/quality/client/settings/Certificate.tsx': '../../../../sdk/state/versions/SettingEditor.ts',
  'plugins/orders/client/request/CustomFields.tsx': '../store-front/draft.ts',
  'plugins/orders/client/request/PartDetails.tsx': '../store-front/draft.ts',
  'plugins/orders/client/request/RequestFields.tsx': '../store-front/draft.ts',
  'plugins/orders/client/store-front/Summary.tsx': 'draft.ts',
  'plugins/projects/client/room/Talk.tsx': 'TalkStore.ts',
  'plugins/scheduling/client/calendar/CalendarSection.tsx': 'CalendarStore.ts',
  'plugins/scheduling/client/downtime/DowntimeForm.tsx': 'DowntimeStore.ts',
  'plugins/scheduling/client/job-drawer/ActionDialog.tsx': 'JobDetailsStore.ts',
  'plugins/scheduling/client/job-drawer/JobForm.tsx': 'JobFormStore.ts',
};

/** One answer, one number or one name that is given in a moment; and secrets, which are never kept. */
export const notKept: Readonly<Record<string, string>> = {
  'host/browser/session/ProofDialog.tsx': 'a password',
  'host/browser/session/SecondStepForm.tsx': 'a password',
  'host/browser/session/SignInForm.tsx': 'a password',
  'host/shell/account/AppSetup.tsx': 'a code that is valid for a moment',
  'host/shell/account/PasskeyName.tsx': 'the name of a key',
  'host/shell/account/Password.tsx': 'a password',
  'host/shell/account/ResetKeys.tsx': 'a key',
  'host/shell/apps/AppPermissions.tsx': 'choices that are made in a moment',
  'host/shell/screens/public/PublicForm.tsx': 'passwords, before anybody has signed in',
  'plugins/orders/client/list/FilterPanel.tsx': 'numbers that are searched for, which the address keeps',
  'plugins/scheduling/client/downtime/DowntimeActions.tsx': 'a choice',
  'plugins/scheduling/client/job-drawer/MergeDialog.tsx': 'a choice',
  'plugins/scheduling/client/scheduler-view/FilterPanel.tsx': 'the name of a filter',
  'plugins/scheduling/client/schedules/MarkedBar.tsx': 'a number of hours',
};

export const typedInto = /<form\b|<textarea\b|Input\.TextArea\b|keep=\{null\}/;
const keeps = /\bkeepEntered\(|\bkeptEntry\(|new Kept\(/;
/** What has another kind in the SDK, so that all of them behave and look the same. */
const doubles: readonly [RegExp, string][] = [
  [/type="(?:date|time|datetime-local|month|week)"/, 'Dates and times are entered with @sinter/sdk/ui/dates.'],
  [
    /import \{[^}]*\b(?:DatePicker|TimePicker)\b[^}]*\} from 'antd'/,
    'Dates and times are entered with @sinter/sdk/ui/dates.',
  ],
  [/import \{[^}]*\bSelect\b[^}]*\} from 'antd'/, 'The select of the product is @sinter/sdk/ui/select.'],
  [/\b(?:Formik|useFormik)\b[^;]*from 'formik'/, 'Forms are those of @sinter/sdk/ui/form.'],
];

const isScreen = (file: string): boolean =>
  /^(?:plugins\/[^/]+\/client|host\/(?:shell|browser|minimal))\/.*\.tsx$/.test(file) && !file.endsWith('.test.tsx');

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;

/** Screens that lose what is typed, or bring a field of their own. Pure. */
export function checkForms(sources: ReadonlyMap<string, string>): Forbidden[] {
  return [...sources].flatMap(([file, source]) => {
    if (!isScreen(file)) return [];
    const found = doubles.flatMap(([pattern, text]) => {
      const at = source.search(pattern);
      return at < 0 ? [] : [{ file, line: lineOf(source, at), text }];
    });
    const at = source.search(typedInto);
    if (at < 0 || file in notKept) return found;
    const keeper = keptBy[file];
    const kept = keeper !== undefined && keeps.test(sources.get(posix.join(posix.dirname(file), keeper)) ?? '');
    const text =
      'What is typed here is lost by a reload: use Form with a name to keep it, or keepEntered in its store.';
    return kept ? found : [...found, { file, line: lineOf(source, at), text }];
  });
}
