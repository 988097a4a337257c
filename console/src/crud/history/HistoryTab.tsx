import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { historyPermission } from '@noa/domain/permissions.ts';
import type { HistoryQuery } from '../../api/generated/graphql.ts';
import { IconHistory } from '../../ui/icons.ts';
import { actorName } from '../../ui/values/actor.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { useFlash } from '../flash.ts';
import { HistoryDocument } from './history.graphql.ts';
import classes from './HistoryTab.module.css';
import { useGrowingList } from '../list/use-growing-list.tsx';
import { useMoment } from './moment.ts';
import { erasedFrom, restoredFields } from './restored-fields.ts';
import type { ValueText } from './value-text.tsx';
import { ErasedFields, VersionFields } from './VersionFields.tsx';
import { part } from '../../loading/part.ts';

const RestoreDialog = part(async () => (await import('./RestoreDialog.tsx')).RestoreDialog, null);

type History = HistoryQuery['history'];
type Version = History['nodes'][number];

interface Props {
  /** Namespace of the field names. */
  name: string;
  /** The kind, as the API calls it: `entrance`. */
  kind: string;
  id: string;
  textOf: ValueText;
}

const pageSize = 20;

/** The versions of a record, newest first: who, when, and what from what to what; an older one can be restored. */
export function HistoryTab({ name, kind, id, textOf }: Props) {
  const { t } = useTranslation();
  const isPast = useMoment().asOf !== null;
  const isSaved = useFlash() === id;
  const [restoring, setRestoring] = useState<Version | null>(null);
  const { page, pending, more } = useGrowingList({
    query: HistoryDocument,
    variables: { kind, id, first: pageSize },
    select: ({ history }) => history,
    permission: historyPermission(kind),
    more: t('history.more'),
  });

  if (!page) {
    return pending;
  }
  const { nodes } = page;
  const [newest] = nodes;
  const since = nodes.findIndex(({ rowId }) => rowId === restoring?.rowId);
  return (
    <Stack>
      <ol className="plain">
        {nodes.map((version, index) => (
          <li
            key={version.rowId}
            className={classes.version}
            data-flash={(isSaved && index === 0 && !isPast) || undefined}
          >
            <VersionHead
              version={version}
              onRestore={!isPast && version.viewerCanRestore && (() => setRestoring(version))}
            />
            <VersionFields name={name} fields={version.fields} textOf={textOf} created={version.change !== 'updated'} />
            <ErasedFields name={name} text="erased" fields={erasedFrom(version)} />
          </li>
        ))}
      </ol>
      {more}
      {restoring && newest && since > 0 && (
        <RestoreDialog
          name={name}
          kind={kind}
          id={id}
          rowId={newest.rowId}
          version={restoring}
          textOf={textOf}
          changes={restoredFields(
            nodes.slice(0, since).map(({ fields }) => fields),
            restoring.erasedFields,
          )}
          onClose={() => setRestoring(null)}
        />
      )}
    </Stack>
  );
}

function VersionHead({ version, onRestore }: { version: Version; onRestore: (() => void) | false }) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div>
        {version.deletedBy && (
          <Text fz="sm">
            <strong>{t('history.deleted')}</strong> {actorName(version.deletedBy, t)}, <Moment at={version.validTo} />
          </Text>
        )}
        <Text fz="sm">
          <strong>{t(`history.${version.change}`)}</strong>{' '}
          {version.updatedBy ? actorName(version.updatedBy, t) : t('somebody')}, <Moment at={version.validFrom} />
        </Text>
      </div>
      {onRestore && (
        <Button size="xs" variant="default" leftSection={<IconHistory size={14} aria-hidden />} onClick={onRestore}>
          {t('actions.restore')}
        </Button>
      )}
    </Group>
  );
}
