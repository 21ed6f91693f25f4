import { useUiTexts } from '../plugin/PluginContext.tsx';
import { LightButton } from './LightButton.tsx';

/** Takes a text to the clipboard; `label` says which. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useUiTexts();
  return (
    <LightButton
      size="small"
      aria-label={t('copyOne', { what: label })}
      onClick={() => void navigator.clipboard.writeText(text)}
    >
      {t('copy')}
    </LightButton>
  );
}
