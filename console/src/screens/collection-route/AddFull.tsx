import { useApolloClient } from '@apollo/client/react';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams, type WasteStream } from '@noa/domain/vocabulary.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { paths } from '../../paths.ts';
import { addFull } from './make-route.ts';
import { sayAdded } from './say-added.ts';

interface Props {
  account: string;
  /** There is nothing to be done before. */
  isMain?: boolean;
}

/** More containers for the route: all that are full, of one waste stream or of all; or those that are picked in the list. */
export function AddFull({ account, isMain = false }: Props) {
  const { t } = useTranslation(['collectionRoute', 'containerStatus', 'common']);
  const client = useApolloClient();
  const [stream, setStream] = useState<WasteStream | null>(null);
  const [isAdding, setIsAdding] = useState(false);

  async function handleAdd() {
    setIsAdding(true);
    await addFull(client, account, stream).then(sayAdded, notifyFailure);
    setIsAdding(false);
  }

  return (
    <>
      <NativeSelect
        aria-label={t('containerStatus:stream.label')}
        value={stream ?? ''}
        onChange={(event) => setStream(wasteStreams.find((each) => each === event.currentTarget.value) ?? null)}
        data={[
          { value: '', label: t('containerStatus:stream.all') },
          ...wasteStreams.map((value) => ({ value, label: t(`common:values.wasteStream.${value}`) })),
        ]}
      />
      <Button variant={isMain ? 'filled' : 'default'} loading={isAdding} onClick={() => void handleAdd()}>
        {t('add.full')}
      </Button>
      <Button component={Link} to={paths.containers.status} variant="default">
        {t('add.list')}
      </Button>
    </>
  );
}
