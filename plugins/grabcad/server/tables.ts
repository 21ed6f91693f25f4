export type GrabcadTables = {
  tray_key: { private_key: string };
};
