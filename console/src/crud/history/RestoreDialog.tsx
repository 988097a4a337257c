import { useMutation } from '@apollo/client/react';
import { Alert, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RestoreVersionDocument } from '../../api/mutations/generated/restore-version.graphql.ts';
import { formatExact } from '../../ui/values/format.ts';
import { EffectPreview } from '../effect/EffectPreview.tsx';
import { markSaved } from '../flash.ts';
import { TaskDialog } from '../form/TaskDialog.tsx';
import type { FieldChange } from './restored-fields.ts';
import type { ValueText } from './value-text.tsx';
import { ErasedFields, VersionFields } from './VersionFields.tsx';

interface Props {
  /** Namespace of the field names. */
  name: string;
  kind: string;
  id: string;
  /** The version that is current, as far as is known here. */
  rowId: string;
  version: { readonly rowId: string; readonly validFrom: string; readonly erasedFields: readonly string[] };
  changes: readonly FieldChange[];
  textOf: ValueText;
  onClose: () => void;
}

/** Fields that say who opens what. */
const deciding: ReadonlySet<string> = new Set([
  'accessGroupId',
  'accessMode',
  'cardCapacity',
  'containerGroupId',
  'containerGroupIds',
  'entranceId',
]);

/** Shows what restoring a version would change, with what comes of it for who opens what, and does it. */
export function RestoreDialog({ name, kind, id, rowId, version, changes, textOf, onClose }: Props) {
  const { t, i18n } = useTranslation([name, 'common']);
  const [restore] = useMutation(RestoreVersionDocument);
  const [refused, setRefused] = useState<readonly (readonly [string, string])[]>([]);

  async function handleRestore() {
    await restore({ variables: { kind, id, rowId, version: version.rowId } });
    markSaved(id);
  }

  return (
    <TaskDialog
      title={t('common:history.restoreTitle')}
      action={changes.length > 0 && t('common:actions.restore')}
      run={handleRestore}
      done={t('common:history.restored')}
      onRefused={({ fields }) => {
        setRefused(Object.entries(fields));
        return Object.keys(fields).length > 0;
      }}
      // After a conflict too: what is compared here is no longer what is.
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('common:history.restoreText', { moment: formatExact(version.validFrom, i18n.language) })}</Text>
      {changes.length > 0 ? (
        <VersionFields name={name} fields={changes} textOf={textOf} />
      ) : (
        <Text fz="sm">{t('common:history.restoreNothing')}</Text>
      )}
      <ErasedFields name={name} text="restoreErased" fields={version.erasedFields} />
      {changes.some((change) => deciding.has(change.name)) && (
        <EffectPreview change={{ restoreVersion: { kind, id, rowId, version: version.rowId } }} />
      )}
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
    </TaskDialog>
  );
}
