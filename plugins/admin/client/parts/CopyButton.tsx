import { LightButton, useTexts } from '@sinter/sdk/ui';

/** Takes a text to the clipboard; `label` says which. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const t = useTexts();
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
