import { Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteSavedViewDocument } from '../../../api/mutations/generated/delete-saved-view.graphql.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { FavouriteLine } from './FavouriteLine.tsx';
import { useFavourites, type Favourite } from './favourites.ts';
import { ReportSection } from '../ReportSection.tsx';

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
