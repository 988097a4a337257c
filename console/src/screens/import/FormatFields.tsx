import { Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importEncodings, importSeparators } from '@noa/domain/imports/import.ts';
import { describeFailure } from '../../api/failure.ts';
import { RereadImportDocument } from '../../api/mutations/generated/reread-import.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import type { RereadImportMutationVariables } from '../../api/generated/graphql.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import type { Job } from './JobView.tsx';

type Asked = Omit<RereadImportMutationVariables, 'id'>;

interface Props {
  job: Job;
  onChanged: () => void;
}

/** Fields by which a kind's records are addressed: only there is something to be taken apart. */
const streets = new Set(['street', 'addrStreet']);

/** How the file is read: what was found out may be told otherwise. */
export function FormatFields({ job, onChanged }: Props) {
  const { t } = useTranslation(['import', 'common']);
  const [reread, { loading }] = useMutation(RereadImportDocument);
  /** The locale key of what is wrong with the row that is to name the columns. */
  const [headerProblem, setHeaderProblem] = useState<string>();
  const [hasNoAddress, setHasNoAddress] = useState(false);

  async function handle(asked: Asked) {
    setHeaderProblem(undefined);
    try {
      const { data } = await reread({ variables: { id: job.id, ...asked } });
      setHasNoAddress(asked.splitAddress === true && !data?.rereadImport.addressColumn);
      onChanged();
    } catch (error) {
      const { headerRow } = describeFailure(error).fields;
      if (headerRow) {
        setHeaderProblem(headerRow);
      } else {
        notifyFailure(error);
      }
    }
  }

  /** While what was asked is being read, a field stays as it is; one that the browser disables would lose the focus. */
  const handleField = (asked: Asked) => void (loading || handle(asked));

  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-start">
        <SourceFields job={job} isBusy={loading} onAsk={handleField} />
        <HeaderRowField
          row={job.headerRow}
          error={headerProblem && t([`import:${headerProblem}`, `common:${headerProblem}`])}
          onChoose={(headerRow) => void handle({ headerRow })}
        />
      </Group>
      {typeof job.fillMerged === 'boolean' && (
        <Checkbox
          label={t('format.fillMerged')}
          description={t('format.fillMergedHint')}
          checked={job.fillMerged}
          aria-disabled={loading}
          onChange={(event) => handleField({ fillMerged: event.currentTarget.checked })}
        />
      )}
      {job.fields.some(({ name }) => streets.has(name)) && (
        <Checkbox
          label={t('format.splitAddress')}
          description={
            typeof job.addressColumn === 'string'
              ? t('format.splitFrom', { column: job.addressColumn })
              : t(hasNoAddress ? 'format.noAddress' : 'format.splitHint')
          }
          checked={typeof job.addressColumn === 'string'}
          aria-disabled={loading}
          onChange={(event) => handleField({ splitAddress: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

interface SourceProps {
  job: Job;
  isBusy: boolean;
  onAsk: (asked: Asked) => void;
}

/** Encoding and separator of a text, or the sheet of a workbook. */
function SourceFields({ job, isBusy, onAsk }: SourceProps) {
  const { t } = useTranslation('import');
  if (typeof job.sheet === 'string') {
    return (
      <NativeSelect
        label={t('format.sheet')}
        value={job.sheet}
        aria-disabled={isBusy}
        onChange={(event) => onAsk({ sheet: event.currentTarget.value })}
        data={[...job.sheets]}
        miw={260}
      />
    );
  }
  return (
    <>
      <NativeSelect
        label={t('format.encoding')}
        value={job.encoding ?? ''}
        aria-disabled={isBusy}
        onChange={(event) => onAsk({ encoding: event.currentTarget.value })}
        data={importEncodings.map((value) => ({ value, label: value.toUpperCase().replace('WINDOWS', 'Windows') }))}
      />
      <NativeSelect
        label={t('format.separator')}
        value={job.separator ?? ''}
        aria-disabled={isBusy}
        onChange={(event) => onAsk({ separator: event.currentTarget.value })}
        data={importSeparators.map((value, index) => ({ value, label: t(`format.separators.${index}`) }))}
      />
    </>
  );
}

interface HeaderRowFieldProps {
  /** The row that holds the header now. */
  row: number;
  error: string | undefined;
  onChoose: (row: number) => void;
}

/** The row of the file that names its columns; read again with another on Enter, or when the field is left. */
function HeaderRowField({ row, error, onChoose }: HeaderRowFieldProps) {
  const { t } = useTranslation('import');
  const [read, setRead] = useState(row);
  const [typed, setTyped] = useState<number | null>(row);
  const isRow = typed !== null && Number.isInteger(typed) && typed >= 1;

  // Once another row is read, that one is shown, in the same field: a new one would lose the focus.
  if (read !== row) {
    setRead(row);
    setTyped(row);
  }

  function handleDone() {
    if (isRow && typed !== row) {
      onChoose(typed);
    }
  }

  return (
    <NumberField
      label={t('format.headerRow')}
      whole
      value={typed}
      onChange={setTyped}
      onBlur={handleDone}
      onKeyDown={(event) => event.key === 'Enter' && handleDone()}
      error={isRow ? error : t('format.noRow')}
      w={170}
    />
  );
}
