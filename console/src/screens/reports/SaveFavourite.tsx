import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { CreateSavedViewDocument } from '../../resource/saved-view.graphql.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { favouriteKind } from './favourites.ts';

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
  const [name, setName] = useState(proposed);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [create, { loading }] = useMutation(CreateSavedViewDocument);
  const problem = failure && (Object.values(failure.fields)[0] ?? failure.messageKey);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      await create({ variables: { input: { kind: favouriteKind, name, search, hiddenColumns: [] } } });
      notifySuccess(t('favourites.saved', { name }));
      onSaved();
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  return (
    <Dialog title={t('favourites.save')} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack>
          <Text fz="sm">{t('favourites.what')}</Text>
          <TextInput
            label={t('favourites.name')}
            value={name}
            maxLength={savedViewLimits.nameLength}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problem && t(`common:${problem}`)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={loading}>
              {t('common:actions.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
