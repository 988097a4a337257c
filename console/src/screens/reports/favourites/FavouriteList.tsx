import { ActionIcon, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteSavedViewDocument } from '../../../api/mutations/generated/delete-saved-view.graphql.ts';
import { UpdateSavedViewDocument } from '../../../api/mutations/generated/update-saved-view.graphql.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { part } from '../../../loading/part.ts';
import { IconEdit, IconStarred } from '../../../ui/icons.ts';
import { useFavourites, type Favourite } from './favourites.ts';
import { ReportLink, ReportSection } from '../ReportSection.tsx';

/** The questions that were kept, each to be asked again. */
export function FavouriteList() {
  const { t } = useTranslation(['reports', 'common']);
  const { favourites, error, refetch } = useFavourites();
  const [removing, setRemoving] = useState<Favourite | null>(null);
  const [remove] = useMutation(DeleteSavedViewDocument);
  return (
    <ReportSection title={t('favourites.title')}>
      {error && !favourites && (
        <li>
          <Outdated error={error} refetch={refetch} />
        </li>
      )}
      {favourites?.length === 0 && (
        <Text component="li" fz="sm" c="dimmed">
          {t('favourites.none')}
        </Text>
      )}
      {favourites?.map((favourite) => (
        <FavouriteLine key={favourite.id} favourite={favourite} onRemove={() => setRemoving(favourite)} />
      ))}
      {removing && (
        <li>
          <ConfirmDialog
            title={t('favourites.remove', { name: removing.label })}
            text={t('favourites.removeText')}
            action={t('common:actions.delete')}
            run={() => remove({ variables: { id: removing.id } })}
            done={t('favourites.removed', { name: removing.label })}
            onDone={refetch}
            onClose={() => setRemoving(null)}
          />
        </li>
      )}
    </ReportSection>
  );
}

const RenameForm = part(async () => (await import('../../../crud/saved-views/RenameForm.tsx')).RenameForm, null);

interface Props {
  favourite: Favourite;
  onRemove: () => void;
}

/** A question that was kept, and what can be done with it. */
function FavouriteLine({ favourite, onRemove }: Props) {
  const { t } = useTranslation('reports');
  const { id, label, report, orgName, to, viewerCanUpdate } = favourite;
  const [renaming, setRenaming] = useState<'not yet' | 'now' | 'done'>('not yet');
  const [update] = useMutation(UpdateSavedViewDocument);
  if (renaming === 'now') {
    return (
      <li>
        <RenameForm
          label={t('favourites.name')}
          name={label}
          onRename={async (name) => void (await update({ variables: { id, input: { name } } }))}
          onClose={() => setRenaming('done')}
        />
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
