import { messageOf } from '@sinter/sdk/ui';
import { TrayError } from '../../tray/TrayError.ts';

/** The tool's own words where it gave some. */
export const trayErrorText = (error: unknown): string =>
  error instanceof TrayError ? error.message : messageOf(error);
