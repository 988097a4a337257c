import { useApolloClient } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notifyFailure } from '../../api/notify-failure.ts';
import { useIsHere } from '../../crud/use-leave.ts';
import { fetchCode } from '../../loading/fetch-code.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';

/** Puts what is chosen on today's route and goes there. */
export function AddToRoute({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('containerStatus');
  const client = useApolloClient();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const viewer = useViewer();
  const [isAdding, setIsAdding] = useState(false);

  async function handleAdd() {
    setIsAdding(true);
    try {
      const [{ addChosen }, { sayAdded }] = await fetchCode(() =>
        Promise.all([import('./make-route.ts'), import('./say-added.ts')]),
      );
      sayAdded(await addChosen(client, viewer.id ?? '', ids));
      if (isHere()) {
        void navigate(paths.containers.route);
      }
    } catch (error) {
      notifyFailure(error);
      setIsAdding(false);
    }
  }

  return (
    viewer.may('statusUpdate:create') && (
      <Button variant="default" size="xs" loading={isAdding} onClick={() => void handleAdd()}>
        {t('route.add')}
      </Button>
    )
  );
}
