import { ActionIcon } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UpdateSavedViewDocument } from '../../../api/mutations/generated/update-saved-view.graphql.ts';
import { IconEdit, IconStarred } from '../../../ui/icons.ts';
import type { Favourite } from './favourites.ts';
import { ReportLink } from '../ReportSection.tsx';
import { part } from '../../../loading/part.ts';

const RenameForm = part(async () => (await import('../../../crud/saved-views/RenameForm.tsx')).RenameForm);

interface Props {
  favourite: Favourite;
  onRemove: () => void;
}

/** A question that was kept, and what can be done with it. */
export function FavouriteLine({ favourite, onRemove }: Props) {
  const { t } = useTranslation('reports');
  const { id, label, report, orgName, to, viewerCanUpdate } = favourite;
  const [renaming, setRenaming] = useState<'not yet' | 'now' | 'done'>('not yet');
  const [update] = useMutation(UpdateSavedViewDocument);
  if (renaming === 'now') {
    return (
      <li>
        <Suspense fallback={null}>
          <RenameForm
            label={t('favourites.name')}
            name={label}
            onRename={async (name) => void (await update({ variables: { id, input: { name } } }))}
            onClose={() => setRenaming('done')}
          />
        </Suspense>
      </li>
    );
  }
  const rename = t('favourites.rename', { name: label });
  const remove = t('favourites.remove', { name: label });
  return (
    <ReportLink
      to={to}
      title={label}
      text={[t(`names.${report}`), ...(orgName ? [orgName] : [])].join(' · ')}
      action={
        viewerCanUpdate && (
          <>
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={rename}
              title={rename}
              // The form took the focus, and gives it back.
              autoFocus={renaming === 'done'}
              onClick={() => setRenaming('now')}
            >
              <IconEdit size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" size={36} aria-label={remove} title={remove} onClick={onRemove}>
              <IconStarred size={16} aria-hidden />
            </ActionIcon>
          </>
        )
      }
    />
  );
}
