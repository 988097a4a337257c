import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { describeFailure, isOutdated, type Dependant } from '../../api/failure.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.tsx';
import { useIsHere, useIsShown } from '../use-leave.ts';

/** How a kind's records are deleted. */
export interface Removal {
  readonly mutation: TypedDocumentNode<unknown, { id: string; rowId: string }>;
  /** Where to go when the record is gone. */
  readonly next: string;
}

interface Props {
  record: { readonly id: string; readonly rowId: string };
  /** What people call it. */
  label: string;
  removal: Removal;
  onClose: () => void;
}

/** Asks before a record is deleted, and names what still depends on it when it may not be. */
export function DeleteRecord({ record, label, removal, onClose }: Props) {
  const { t } = useTranslation();
  const client = useApolloClient();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const isShown = useIsShown();
  const [remove] = useMutation(removal.mutation);
  const [busy, setBusy] = useState(false);
  const [dependants, setDependants] = useState<readonly Dependant[]>([]);

  async function handleDelete() {
    setBusy(true);
    try {
      await remove({ variables: { id: record.id, rowId: record.rowId } });
      notifySuccess(t('delete.done', { label }));
      if (isHere()) {
        await navigate(removal.next, { replace: true });
      }
      void client.refetchQueries({ include: 'active' });
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.dependants.length > 0) {
        handleDependants(failure.dependants);
        return;
      }
      if (isShown()) {
        onClose();
      }
      notifyFailure(error);
      if (isOutdated(failure)) {
        void client.refetchQueries({ include: 'active' });
      }
    }
  }

  const textOf = ({ kind, count }: Dependant) => t(`counts.${kind}`, { count });
  function handleDependants(found: readonly Dependant[]) {
    setDependants(found);
    setBusy(false);
    if (!isShown()) {
      // Whoever closed the question while it was being done believes that it is done.
      notifyError({ title: t('delete.hasDependants', { label }), message: found.map(textOf).join(', ') });
    }
  }

  const refused = dependants.length > 0;
  return (
    <Dialog title={t('delete.title')} onClose={onClose}>
      <Stack>
        {refused ? (
          <Alert color="red" role="alert" title={t('delete.hasDependants', { label })}>
            <List fz="sm">
              {dependants.map((each) => (
                <List.Item key={each.kind}>{textOf(each)}</List.Item>
              ))}
            </List>
          </Alert>
        ) : (
          <Text fz="sm">{t('delete.text', { label })}</Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(refused ? 'actions.close' : 'actions.discard')}
          </Button>
          {!refused && (
            <Button color="red" loading={busy} onClick={() => void handleDelete()}>
              {t('actions.delete')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
