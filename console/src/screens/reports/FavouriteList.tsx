import { ActionIcon, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../resource/ConfirmDialog.tsx';
import { FormFailure } from '../../resource/FormFailure.tsx';
import { DeleteSavedViewDocument } from '../../resource/saved-view.graphql.ts';
import { IconStarred } from '../../ui/icons.ts';
import { useFavourites, type Favourite } from './favourites.ts';
import { ReportLink, ReportSection } from './ReportSection.tsx';

/** The questions that were kept, each to be asked again. */
export function FavouriteList() {
  const { t } = useTranslation(['reports', 'common']);
  const { favourites, error, refetch } = useFavourites();
  const [removing, setRemoving] = useState<Favourite | null>(null);
  const [remove] = useMutation(DeleteSavedViewDocument);
  return (
    <ReportSection title={t('favourites.title')}>
      {error && !favourites && <FormFailure failure={describeFailure(error)} />}
      {favourites?.length === 0 && (
        <Text component="li" fz="sm" c="dimmed">
          {t('favourites.none')}
        </Text>
      )}
      {favourites?.map((favourite) => (
        <ReportLink
          key={favourite.id}
          to={favourite.to}
          title={favourite.label}
          text={[t(`names.${favourite.report}`), ...(favourite.orgName ? [favourite.orgName] : [])].join(' · ')}
          action={
            favourite.viewerCanUpdate && (
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('favourites.remove', { name: favourite.label })}
                title={t('favourites.remove', { name: favourite.label })}
                onClick={() => setRemoving(favourite)}
              >
                <IconStarred size={16} aria-hidden />
              </ActionIcon>
            )
          }
        />
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
