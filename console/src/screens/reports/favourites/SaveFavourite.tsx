import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { CreateSavedViewDocument } from '../../../api/mutations/generated/create-saved-view.graphql.ts';
import { notifySuccess } from '../../../ui/notify.tsx';
import { favouriteKind } from './favourites.ts';
import { TitleDialog } from '../TitleDialog.tsx';

interface Props {
  /** The question, as it is kept. */
  search: string;
  /** A name to begin with. */
  proposed: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for the name under which a question is kept. */
export function SaveFavourite({ search, proposed, onSaved, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [create] = useMutation(CreateSavedViewDocument);

  async function handleSubmit(name: string) {
    await create({ variables: { input: { kind: favouriteKind, name, search, hiddenColumns: [] } } });
    notifySuccess(t('favourites.saved', { name }));
    onSaved();
  }

  return (
    <TitleDialog
      heading={t('favourites.save')}
      text={t('favourites.what')}
      label={t('favourites.name')}
      proposed={proposed}
      maxLength={savedViewLimits.nameLength}
      submitLabel={t('common:actions.save')}
      onSubmit={handleSubmit}
      onClose={onClose}
    />
  );
}
