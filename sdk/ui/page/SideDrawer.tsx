import { useState } from 'react';
import type { ReactNode } from 'react';
import { Drawer } from 'antd';
import { currentLanguage, directionOf } from '../../i18n/index.ts';
import { ConfirmDialog, useUnsaved } from '../index.ts';
import { useFocusReturn } from '../feedback/useFocusReturn.ts';
import { DrawerContext } from '../form.ts';
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
  useFocusReturn();
  const [forgets] = useState(() => new Set<() => void>());
  const close = () => {
    // Wait until the key press that closes the drawer is over: the browser would take the same Escape as the answer.
    if (unsaved) setTimeout(() => setAsking(true));
    else onClose();
  };
  const answer = (discard: boolean) => {
    setAsking(false);
    if (!discard) return;
    forgets.forEach((forget) => forget());
    onClose();
  };
  return (
    <Drawer
      open
      placement={directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right'}
      size={size}
      title={title}
      onClose={close}
      footer={footer}
      destroyOnHidden
    >
      <DrawerContext value={{ forgets, close }}>{children}</DrawerContext>
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
