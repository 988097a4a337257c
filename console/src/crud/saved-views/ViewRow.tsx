import { ActionIcon } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDelete, IconEdit, IconOverwrite, IconStar, IconStarred } from '../../ui/icons.ts';
import { Link } from '../../ui/page/Link.tsx';
import { RenameForm } from './RenameForm.tsx';
import classes from './ViewPanel.module.css';
import type { SavedView } from './ViewPanel.tsx';

interface Props {
  view: SavedView;
  /** Whether the list is what the view says. */
  isOpen: boolean;
  onChoose: () => void;
  onDefault: () => void;
  onOverwrite: () => void;
  onRename: (name: string) => Promise<void>;
  onDelete: () => void;
}

/** A saved view: a link to its address, and what can be done with it. */
export function ViewRow({ view, isOpen, onChoose, onDefault, onOverwrite, onRename, onDelete }: Props) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState<'not yet' | 'now' | 'done'>('not yet');
  const { name, search, orgId, orgName, isDefault, viewerCanUpdate } = view;

  if (renaming === 'now') {
    return (
      <li className={classes.view}>
        <RenameForm label={t('views.name')} name={name} onRename={onRename} onClose={() => setRenaming('done')} />
      </li>
    );
  }
  const action = (Icon: ComponentType<{ size: number }>, label: string, handle: () => void, autoFocus = false) => (
    <ActionIcon variant="subtle" size={36} aria-label={label} title={label} autoFocus={autoFocus} onClick={handle}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <li className={classes.view} data-open={isOpen || undefined}>
      <Link to={{ search }} className={classes.name} aria-current={isOpen || undefined} onClick={onChoose}>
        {name}
      </Link>
      {orgId && (
        <span className={classes.of}>{orgName ? t('views.sharedBy', { org: orgName }) : t('views.shared')}</span>
      )}
      <div className={classes.actions}>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('views.open', { name })}
          title={t('views.open', { name })}
          aria-pressed={isDefault}
          onClick={onDefault}
        >
          {isDefault ? <IconStarred size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
        </ActionIcon>
        {viewerCanUpdate && (
          <>
            {!isOpen && action(IconOverwrite, t('views.overwrite', { name }), onOverwrite)}
            {/* The form took the focus, and gives it back. */}
            {action(IconEdit, t('views.rename', { name }), () => setRenaming('now'), renaming === 'done')}
            {action(IconDelete, t('views.delete', { name }), onDelete)}
          </>
        )}
      </div>
    </li>
  );
}
