import { useState } from 'react';
import type { ReactNode } from 'react';
import { Drawer } from 'antd';
import { ConfirmDialog, useUnsaved } from '../index.ts';
import { useUiTexts } from '../host.ts';

interface SideDrawerProps {
  title: string;
  /** The user has entered something: closing the drawer or leaving the screen asks first. */
  unsaved: boolean;
  /** Pixels. */
  size?: number;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A form or details beside a list. Asks before something entered is lost. */
export function SideDrawer({ title, unsaved, size = 600, footer, onClose, children }: SideDrawerProps) {
  const t = useUiTexts();
  const [asking, setAsking] = useState(false);
  useUnsaved(unsaved);
  const close = () => {
    // Wait until the key press that closes the drawer is over: the browser would take the same Escape as the answer.
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
