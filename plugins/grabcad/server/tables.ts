export type GrabcadTables = {
  tray_key: { private_key: string };
  tray_model_token: { token_hash: Buffer; file_id: number; expires_at: Date };
};
