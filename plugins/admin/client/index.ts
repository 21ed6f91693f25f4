import { definePlugin, shellSearch } from '@sinter/sdk/plugin';

export default definePlugin({
  id: 'admin',
  setup(host) {
    host.page('settings', () => import('./settings/SettingsPage.tsx'));
    host.page('modules', () => import('./modules/ModulesPage.tsx'));
    host.page('theme', () => import('./theme/ThemePage.tsx'));
    host.page('store-front-config', () => import('./store-front/StoreFrontConfigPage.tsx'));
    host.page('tags', () => import('./tags/TagsPage.tsx'));
    host.page('email-config', () => import('./mail/EmailConfigPage.tsx'));
    host.page('email-templates', () => import('./email-templates/EmailTemplatesPage.tsx'));
    host.page('security', () => import('./security/SecurityPage.tsx'));
    host.page('single-sign-on', () => import('./sso/SsoPage.tsx'));
    host.page('site-addresses', () => import('./doors/DoorsPage.tsx'));
    host.page('audit', () => import('./audit/AuditPage.tsx'));
    host.page('export-control', () => import('./export-control/ExportControlPage.tsx'));
    host.page('engineer-export-control', () => import('./export-control/ExportControlPage.tsx'));
    host.page('engineer-security', () => import('./security/SecurityPage.tsx'));
    host.page('engineer-audit', () => import('./audit/AuditPage.tsx'));
    host.page('team', () => import('./team/ProviderTeamPage.tsx'));
    host.page('engineer-team', () => import('./team/EngineerTeamPage.tsx'));
    host.page('facilities', () => import('./facilities/FacilitiesPage.tsx'));
    host.page('facility-profile', () => import('./profile/FacilityProfilePage.tsx'));
    host.page('company-profile', () => import('./profile/CompanyProfilePage.tsx'));
    const permissions = (host.user.serviceProvider ?? host.user.engineer)?.permissions;
    if (permissions?.includes('SP_TEAM_EDITOR') || permissions?.includes('ENG_TEAM_EDITOR')) {
      host.slot(shellSearch, { id: 'people', order: 40, load: () => import('./search/PeopleResults.tsx') });
    }
  },
});
