import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { RestoreVersionDocument } from '../../api/mutations/generated/restore-version.graphql.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { markSaved } from '../flash.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import type { FieldChange } from './restored-fields.ts';
import { VersionFields } from './VersionFields.tsx';

interface Props {
  /** Namespace of the field names. */
  name: string;
  kind: string;
  id: string;
  /** The version that is current, as far as is known here. */
  rowId: string;
  version: { readonly rowId: string; readonly validFrom: string };
  changes: readonly FieldChange[];
  onClose: () => void;
}

/** Shows what restoring a version would change, and does it. */
export function RestoreDialog({ name, kind, id, rowId, version, changes, onClose }: Props) {
  const { t, i18n } = useTranslation([name, 'common']);
  const client = useApolloClient();
  const [restore, { loading }] = useMutation(RestoreVersionDocument);
  const [failure, setFailure] = useState<Failure | null>(null);
  const refused = Object.entries(failure?.fields ?? {});

  async function handleRestore() {
    setFailure(null);
    try {
      await restore({ variables: { kind, id, rowId, version: version.rowId } });
      markSaved(id);
      notifySuccess(t('common:history.restored'));
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
    }
    // After a conflict too: what is compared here is no longer what is.
    void client.refetchQueries({ include: 'active' });
  }

  return (
    <Dialog title={t('common:history.restoreTitle')} onClose={onClose}>
      <Stack>
        <Text fz="sm">
          {t('common:history.restoreText', { moment: formatExact(version.validFrom, i18n.language) })}
        </Text>
        {changes.length > 0 ? (
          <VersionFields name={name} fields={changes} />
        ) : (
          <Text fz="sm">{t('common:history.restoreNothing')}</Text>
        )}
        {failure && refused.length === 0 && <FormFailure failure={failure} />}
        {refused.length > 0 && (
          <Alert color="red" role="alert" title={t('common:failure.title')}>
            <List fz="sm">
              {refused.map(([field, message]) => (
                <List.Item key={field}>
                  {t(`fields.${field}`, { defaultValue: '' })} {t(`common:${message}`)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} autoFocus>
            {t('common:actions.discard')}
          </Button>
          {changes.length > 0 && (
            <Button loading={loading} onClick={() => void handleRestore()}>
              {t('common:actions.restore')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
