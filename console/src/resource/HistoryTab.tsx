import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../api/failure.ts';
import type { HistoryQuery } from '../api/generated/graphql.ts';
import { None } from '../ui/cells.tsx';
import { formatExact, isInfinite } from '../ui/format.ts';
import { Moment } from '../ui/Moment.tsx';
import { HistoryDocument } from './history.graphql.ts';
import classes from './HistoryTab.module.css';
import { ListFailed } from './ListEmpty.tsx';

type Version = HistoryQuery['history']['nodes'][number];

interface Props {
  /** Namespace of the field names. */
  name: string;
  /** The kind, as the API calls it: `entrance`. */
  kind: string;
  id: string;
}

const pageSize = 20;
/** Versions that the API gives at most at once. */
const maxVersions = 200;

/** The versions of a record, newest first: who, when, and what from what to what. */
export function HistoryTab({ name, kind, id }: Props) {
  const { t } = useTranslation();
  const [count, setCount] = useState(pageSize);
  const { data, previousData, error, loading, refetch } = useQuery(HistoryDocument, {
    variables: { kind, id, first: count },
    fetchPolicy: 'cache-and-network',
  });
  const history = (data ?? previousData)?.history;

  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="history:read" onRetry={() => void refetch()} />;
  }
  if (!history) {
    return <Skeleton height={160} role="status" aria-label={t('loading.screen')} />;
  }
  return (
    <Stack>
      <ol className={classes.versions}>
        {history.nodes.map((version) => (
          <li key={version.rowId} className={classes.version}>
            {version.deletedBy && (
              <Text fz="sm">
                <strong>{t('history.deleted')}</strong> {version.deletedBy}, <Moment at={version.validTo} />
              </Text>
            )}
            <Text fz="sm">
              <strong>{t(`history.${version.change}`)}</strong> {version.updatedBy}, <Moment at={version.validFrom} />
            </Text>
            <VersionFields name={name} version={version} />
          </li>
        ))}
      </ol>
      {history.pageInfo.hasNextPage && count < maxVersions && (
        <Button variant="default" loading={loading} onClick={() => setCount(count + pageSize)} mr="auto">
          {t('history.more')}
        </Button>
      )}
    </Stack>
  );
}

function VersionFields({ name, version }: { name: string; version: Version }) {
  const { t } = useTranslation([name, 'common']);
  const created = version.change === 'created';
  const fields = version.fields.filter(({ newValue, oldValue }) => newValue !== null || oldValue !== null);
  return (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{t(`fields.${field.name}`)}</dt>
          <dd>
            {!created && (
              <>
                <del>
                  <HistoryValue name={name} field={field.name} value={field.oldValue} label={field.oldLabel} />
                </del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins>
              <HistoryValue name={name} field={field.name} value={field.newValue} label={field.newLabel} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  name: string;
  field: string;
  value: string | null | undefined;
  label: string | null | undefined;
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function HistoryValue({ name, field, value, label }: ValueProps) {
  const { t, i18n } = useTranslation([name, 'common']);
  if (value === null || value === undefined || value === '') {
    return <None />;
  }
  if (moment.test(value)) {
    return <>{isInfinite(value) ? t('common:noEnd') : formatExact(value, i18n.language)}</>;
  }
  // Words of the domain have a text each; anything else stands for itself.
  return <>{label ?? t(`values.${field}.${value}`, { defaultValue: value })}</>;
}
