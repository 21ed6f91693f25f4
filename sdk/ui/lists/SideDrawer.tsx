import { useState } from 'react';
import type { ReactNode } from 'react';
import { Drawer } from 'antd';
import { ConfirmDialog, useUnsaved } from '../index.ts';
import { useUiTexts } from '../host.ts';

interface SideDrawerProps {
  title: string;
  /** Something was entered: closing, and leaving the screen, ask first. */
  unsaved: boolean;
  /** Pixels. */
  size?: number;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What is worked on beside a list. Asks before something entered is lost. */
export function SideDrawer({ title, unsaved, size = 600, footer, onClose, children }: SideDrawerProps) {
  const t = useUiTexts();
  const [asking, setAsking] = useState(false);
  useUnsaved(unsaved);
  const close = () => {
    // After the key press that closes the drawer: the browser would take the same Escape for the question's answer.
    if (unsaved) setTimeout(() => setAsking(true));
    else onClose();
  };
  const answer = (discard: boolean) => {
    setAsking(false);
    if (discard) onClose();
  };
  return (
    <Drawer open size={size} title={title} onClose={close} footer={footer} destroyOnHidden>
      {children}
      <ConfirmDialog
        open={asking}
        danger
        title={t('discard')}
        yes={t('discard.yes')}
        no={t('discard.no')}
        onAnswer={answer}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </Drawer>
  );
}
