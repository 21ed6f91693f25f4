/** A setting that is drafted, published and restored; its bar and drawer are in `@sinter/sdk/ui/versions`. */
export { SettingEditor } from './versions/SettingEditor.ts';
export type { EditedVersion, SettingEditorOptions, SettingSaved } from './versions/SettingEditor.ts';
export { changesBetween } from './versions/changes.ts';
export type { SettingChange, SettingFact } from './versions/changes.ts';
