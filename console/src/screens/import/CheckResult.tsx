import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ApplyImportDocument } from '../../api/mutations/generated/apply-import.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { CountsTable } from './CountsTable.tsx';
import type { Job } from './JobView.tsx';
import { ProblemList } from './problems/ProblemList.tsx';

interface Props {
  job: Job;
  /** Other columns have been chosen since: what would be applied is not what is on the screen. */
  isEdited: boolean;
  onChanged: () => void;
}

/** The third step: what would be done, and what stands in the way. */
export function CheckResult({ job: { id, kind, fileName, dryRun, counts, matchCounts }, isEdited, onChanged }: Props) {
  const { t } = useTranslation('import');
  const [apply, { loading }] = useMutation(ApplyImportDocument, {
    variables: { id, dryRun },
    onError: (failure) => {
      notifyFailure(failure);
      onChanged(); // what it would do may be something else by now
    },
    onCompleted: onChanged,
  });
  if (!counts) {
    return null;
  }
  const hasGoodRows = counts.changes.some(({ create, update, same }) => create + update + same > 0);
  return (
    <Stack gap="sm">
      <CountsTable counts={counts} />
      {counts.problems > 0 && (
        <Alert color="red" role="alert" title={t('problems.title', { count: counts.problems })}>
          {t(hasGoodRows ? 'problems.leftOut' : 'problems.text')}
        </Alert>
      )}
      {matchCounts.undecided > 0 && (
        <Alert color="orange" title={t('matches.open.title', { count: matchCounts.undecided })}>
          {t('matches.open.text')}
        </Alert>
      )}
      {hasGoodRows && (
        <Group gap="sm">
          <Button loading={loading} disabled={isEdited} onClick={() => void apply()}>
            {t(counts.problems > 0 ? 'check.applyGood' : 'check.apply')}
          </Button>
          <Text fz="sm" c="dimmed" role="status">
            {t(isEdited ? 'check.edited' : 'check.allOrNothing')}
          </Text>
        </Group>
      )}
      {counts.warnings > 0 && (
        <Alert color="orange" title={t('warnings.title', { count: counts.warnings })}>
          {t('warnings.text')}
        </Alert>
      )}
      {counts.problems + counts.warnings > 0 && (
        <ProblemList
          id={id}
          kind={kind}
          total={counts.problems + counts.warnings}
          hasBadRows={counts.problems > 0}
          fileName={fileName}
        />
      )}
    </Stack>
  );
}
