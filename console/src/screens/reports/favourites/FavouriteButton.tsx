import { Button } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { DeleteSavedViewDocument } from '../../../api/mutations/generated/delete-saved-view.graphql.ts';
import { IconStar, IconStarred } from '../../../ui/icons.ts';
import { favouriteSearch, useFavourites } from './favourites.ts';
import { part } from '../../../loading/part.ts';

const SaveFavourite = part(async () => (await import('./SaveFavourite.tsx')).SaveFavourite, null);

/** Keeps the report as it is asked, under a name; or keeps it no longer. */
export function FavouriteButton({ report, title }: { report: string; title: string }) {
  const { t } = useTranslation('reports');
  const { search } = useLocation();
  const [saving, setSaving] = useState(false);
  const { favourites, refetch } = useFavourites();
  const [remove, { loading }] = useMutation(DeleteSavedViewDocument, { onCompleted: refetch, onError: notifyFailure });
  const now = favouriteSearch(report, search);
  const kept = favourites?.find((favourite) => favourite.viewerCanUpdate && favourite.search === now);
  const Star = kept ? IconStarred : IconStar;

  return (
    <>
      <Button
        variant="default"
        leftSection={<Star size={16} aria-hidden />}
        aria-pressed={kept !== undefined}
        loading={loading}
        onClick={() => (kept ? void remove({ variables: { id: kept.id } }) : setSaving(true))}
      >
        {t('favourites.star')}
      </Button>
      {saving && <SaveFavourite search={now} proposed={title} onSaved={refetch} onClose={() => setSaving(false)} />}
    </>
  );
}
