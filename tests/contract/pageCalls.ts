/**
 * The calls that a page cannot do without: whoever may open the page must be allowed each of them. A page that is not
 * listed here fails the matrix.
 */
export const callsOfPage: Record<string, readonly string[]> = {
  // The host's own
  '/': [],
  '/custom-login': ['host.customLogin', 'host.loginSsoConfig'],
  '/forgot-password': ['host.forgotPassword'],
  '/reset-password/:token': ['host.resetPassword'],
  '/invitation/:token': ['host.invitation', 'host.registerWithoutVerification'],
  '/logout': [],
  '/register': ['host.register'],
  '/account-verify': ['host.resendEmailVerification'],
  '/second-factor': ['host.secondFactors', 'host.startTotp', 'host.confirmTotp'],
  '/verify-email/:hash': ['host.verifyEmail'],
  '/saml/login': [],
  '/access-denied': [],
  '/switch/:role': ['host.switchRole'],
  '/switch-facility/:id': ['host.switchFacility'],
  '/service-provider/user/profile/update': ['host.userProfile', 'host.updateUserProfile', 'host.sessions'],
  '/engineer/user/profile/update': ['host.userProfile', 'host.updateUserProfile', 'host.sessions'],
  '/profile/update': ['host.userProfile', 'host.updateUserProfile', 'host.sessions'],
  '/service-provider/keys': ['host.keys', 'host.resetKeys'],
  '/engineer/keys': ['host.keys', 'host.resetKeys'],
  // Orders
  '/store-front': ['orders.create', 'orders.estimate', 'catalog.offered', 'host.uploadFile'],
  '/order-history': ['orders.search'],
  '/order-details/:id': ['orders.read', 'orders.fire'],
  '/order/:id/cad-viewer': ['orders.read', 'preparation.preview', 'orders.comments'],
  '/service-provider': ['orders.search', 'orders.count'],
  '/engineer': ['orders.search', 'orders.count'],
  // Parts
  '/engineer/part-inventory': ['catalog.searchParts', 'catalog.part', 'catalog.addPart', 'host.uploadFile'],
  '/digital-part-inventory': ['catalog.searchParts', 'catalog.part', 'catalog.addPart', 'host.uploadFile'],
  '/service-provider/part-inventory': ['catalog.searchParts', 'catalog.part'],
  // Scheduling
  '/service-provider/scheduler-view': [
    'scheduling.search',
    'scheduling.searchLite',
    'catalog.equipments',
    'catalog.materials',
  ],
  '/service-provider/schedules': [
    'scheduling.facilityJobs',
    'scheduling.move',
    'scheduling.create',
    'catalog.equipments',
    'catalog.materials',
    'orders.search',
  ],
  '/service-provider/settings/priority-labels': ['scheduling.priorities'],
  // GrabCAD
  '/grabcad/grabcad-select-parts': ['orders.search', 'catalog.equipments', 'grabcad.trayTicket'],
  '/grabcad/grabcad-jobs-scheduled': ['scheduling.list'],
  // Administration
  '/service-provider/settings/modules': ['host.readModules', 'host.registryState', 'host.saveRegistryState'],
  '/service-provider/settings/security': ['host.securityPolicy'],
  '/service-provider/settings/single-sign-on': ['host.ssoConnections', 'host.saveSsoConnection'],
  '/service-provider/settings/audit': ['host.audit', 'host.exportAudit'],
  '/service-provider/settings/export-control': [
    'host.listClearances',
    'host.decideClearance',
    'host.readExportPolicy',
    'host.saveExportPolicy',
  ],
  '/engineer/settings/export-control': [
    'host.listClearances',
    'host.decideClearance',
    'host.readExportPolicy',
    'host.saveExportPolicy',
  ],
  '/service-provider/team': ['host.team', 'host.invite', 'host.updateMember', 'host.departments'],
  '/service-provider/facilities': ['host.facilities', 'host.addFacility', 'host.updateFacility'],
  '/service-provider/profile/update': [
    ...['host.providerProfile', 'host.updateProviderProfile', 'host.countries'],
    ...['catalog.facilityEquipments', 'catalog.updateEquipment', 'catalog.updateFacilityMaterial'],
  ],
  '/engineer/team': ['host.team', 'host.invite', 'host.updateMember', 'host.departments'],
  '/engineer/profile/update': ['host.engineerProfile', 'host.countries', 'host.deliveryAddresses'],
  '/engineer/settings/security': ['host.securityPolicy'],
  '/engineer/settings/audit': ['host.audit'],
  '/theme-configuration': ['host.themeConfig', 'host.saveThemeConfig', 'host.themeRevisions'],
};
