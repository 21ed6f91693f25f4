export { defineServer, defineJob } from './defineServer.ts';
export type {
  AuditEntry,
  EventAudience,
  CallContext,
  DemoWorld,
  FileReply,
  FileStore,
  Handler,
  JobContext,
  JobType,
  Migration,
  ServerHost,
  ServerPlugin,
  SignedMessage,
  Services,
  StoredFile,
  WorkFolder,
  Upload,
  Work,
} from './defineServer.ts';
export { firstBytes, firstCall } from './firstCalls.ts';
export type { FirstCall, FirstCalls, FirstPlace } from './firstCalls.ts';
export type { Tables } from './tables.ts';
export type { CompanyTable, FacilityTable, StoredFileTable } from '../contract/host/tables.ts';
export {
  configuration,
  fileTickets,
  knownPermissions,
  runningModules,
  settingStates,
  siteAddress,
  storedFiles,
  threadFile,
} from './services.ts';
export type {
  Configuration,
  FileRecord,
  FileTickets,
  NewFile,
  RunningModules,
  SettingStates,
  SiteAddress,
  StoredFiles,
} from './services.ts';
export { isKiosk, sharedDevices } from './sharedDevices.ts';
export type { SharedDevices } from './sharedDevices.ts';
export { isoTime } from './isoTime.ts';
export { oneByOne } from './oneByOne.ts';
export { csvText } from '../plugin/csv.ts';
export type { CsvCell } from '../plugin/csv.ts';
export { auditNames, facilityGains, facilityUse, fileRelations, paymentOptions } from './contributions.ts';
export type {
  AuditNames,
  FacilityGains,
  FacilityUse,
  FileHolders,
  FileRelations,
  PaymentOptions,
} from './contributions.ts';
export { companies, facilities } from './facilities.ts';
export type {
  Companies,
  CompanyRecord,
  Facilities,
  FacilityChange,
  FacilityRecord,
  NewFacility,
} from './facilities.ts';
export { invitations } from './invitations.ts';
export type { InvitationRecord, Invitations, NewInvitation } from './invitations.ts';
export { defineNotice, noticeDefaults, noticeKinds } from './notices.ts';
export type {
  Notice,
  NoticeDefault,
  NoticeDefaults,
  NoticeAudience,
  NoticeCategory,
  NoticeKind,
  NoticeReader,
  NoticeSubject,
  NoticeTokens,
  SeenSubject,
} from './notices.ts';
export { noticeAnswers } from './noticeAnswers.ts';
export type { EmailAnswer, NoticeAnswers } from './noticeAnswers.ts';
export { members } from './members.ts';
export type { MemberRecord, Members, Rights, TeamKind } from './members.ts';
export { publishedThemes } from './themes.ts';
export type { FileKind, PublishedThemes, ThemeRevision } from './themes.ts';
export { keptSecrets } from './keptSecrets.ts';
export type { KeptSecrets } from './keptSecrets.ts';
export { defineSettingKind, settingKinds, versions } from './versions.ts';
export type {
  Editing,
  SettingDraft,
  SettingEntry,
  SettingKind,
  SettingPlace,
  SettingState,
  SettingValue,
  VersionedSetting,
  Versions,
} from './versions.ts';
export { shops } from './storeFront.ts';
export type { Shops } from './storeFront.ts';
export { guestLinks, guestTaskKinds } from './guests.ts';
export type { GuestLinks, GuestTask, GuestTaskKind } from './guests.ts';
export { outbound, outboundRule, outboundSocket } from './outbound.ts';
export type { Outbound, OutboundCall, OutboundPlace, OutboundRule, OutboundSocket } from './outbound.ts';
export { webhookDeliveries, webhookReceivers } from './webhooks.ts';
export type {
  DeliveryRange,
  DisabledEndpoint,
  Happening,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookHealth,
  WebhookMessage,
  WebhookPlace,
  WebhookReceiver,
  WebhookReceivers,
  WebhookTarget,
  WholeDelivery,
} from './webhooks.ts';
export { documentLanguage, documentLanguages, documents } from './documents.ts';
export type {
  DocumentBlock,
  DocumentLanguage,
  DocumentModel,
  Documents,
  DocumentSheet,
  DocumentSubject,
  DocumentWords,
  IssuedDocument,
  RenderedDocument,
} from './documents.ts';
export { lockPlace, placeOf } from './place.ts';
export type { Place } from './place.ts';
export { heavyAtOnce } from './heavyAtOnce.ts';
export { plannedOnce } from './plannedOnce.ts';
export { facilityScope } from './facilityScope.ts';
export { areaTexts } from './areaTexts.ts';
export { invalidInput, wrongField } from './invalidInput.ts';
export { fieldTexts } from './texts.ts';
