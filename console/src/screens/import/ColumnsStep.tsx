import { Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importEncodings, importSeparators, type ImportKind, type ImportMapping } from '@noa/domain/imports/import.ts';
import { describeFailure } from '../../api/failure.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import classes from './Import.module.css';
import { fieldLabel } from './field-label.ts';
import { MapImportDocument, RereadImportDocument } from './import.graphql.ts';
import type { Job } from './JobView.tsx';
import { Preview } from './Preview.tsx';

interface Props {
  job: Job;
  onChanged: () => void;
}

/** The second step: how the file is read, and what its columns mean. */
export function ColumnsStep({ job, onChanged }: Props) {
  const { t, i18n } = useTranslation(['import', 'common']);
  const [mapping, setMapping] = useState(job.mapping as ImportMapping);
  const [createMissing, setCreateMissing] = useState(job.createMissing);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [mapImport, { loading }] = useMutation(MapImportDocument);

  async function handleCheck() {
    try {
      await mapImport({ variables: { id: job.id, mapping, createMissing } });
      onChanged();
    } catch (error) {
      const { fields } = describeFailure(error);
      setErrors(fields);
      if (Object.keys(fields).length === 0) {
        notifyFailure(error);
      }
    }
  }

  function handleColumn(field: string, column: string) {
    const { [field]: _before, ...others } = mapping;
    setMapping(column === '' ? others : { ...others, [field]: column });
    setErrors({});
  }

  const used = new Set(Object.values(mapping));
  const unused = job.header.filter((column) => column !== '' && !used.has(column));
  const errorOf = (field: string) => {
    const reason = errors[`mapping.${field}`];
    return reason && t([`import:${reason}`, `common:${reason}`]);
  };

  return (
    <Stack gap="md">
      <FormatFields job={job} onChanged={onChanged} />
      <Preview job={job} />
      <Stack gap="xs">
        <Title order={2} fz="md">
          {t('mapping.title')}
        </Title>
        <Text fz="sm" c="dimmed">
          {t('mapping.hint')}
        </Text>
        <div className={classes.mapping}>
          {job.fields.map(({ name, required }) => (
            <NativeSelect
              key={name}
              label={fieldLabel(t, job.kind, name)}
              description={t(`hints.${name}`, { defaultValue: '' }) || undefined}
              withAsterisk={required}
              value={mapping[name] ?? ''}
              onChange={(event) => handleColumn(name, event.currentTarget.value)}
              error={errorOf(name)}
              data={[{ value: '', label: t('mapping.none') }, ...job.header]}
            />
          ))}
        </div>
        {unused.length > 0 && (
          <Text fz="sm" role="status">
            {t('mapping.unused', { columns: new Intl.ListFormat(i18n.language).format(unused) })}
          </Text>
        )}
      </Stack>
      {importForms[job.kind as ImportKind].refers && (
        <Checkbox
          label={t('missing.label')}
          description={t('missing.hint')}
          checked={createMissing}
          onChange={(event) => setCreateMissing(event.currentTarget.checked)}
        />
      )}
      <Group>
        <Button
          loading={loading}
          variant={job.state === 'checked' ? 'default' : 'filled'}
          onClick={() => void handleCheck()}
        >
          {t(job.state === 'checked' ? 'mapping.again' : 'mapping.check')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Encoding and separator of a text, or the sheet of a workbook; what was found out may be told otherwise. */
function FormatFields({ job, onChanged }: Props) {
  const { t } = useTranslation('import');
  const [reread, { loading }] = useMutation(RereadImportDocument, { onError: notifyFailure, onCompleted: onChanged });
  const handle = (asked: { encoding?: string; separator?: string; sheet?: string }) =>
    void reread({ variables: { id: job.id, ...asked } });
  if (job.sheet !== null && job.sheet !== undefined) {
    return (
      <NativeSelect
        label={t('format.sheet')}
        value={job.sheet}
        disabled={loading}
        onChange={(event) => handle({ sheet: event.currentTarget.value })}
        data={[...job.sheets]}
        maw={420}
      />
    );
  }
  return (
    <Group gap="md" align="flex-end">
      <NativeSelect
        label={t('format.encoding')}
        value={job.encoding ?? ''}
        disabled={loading}
        onChange={(event) => handle({ encoding: event.currentTarget.value })}
        data={importEncodings.map((value) => ({ value, label: value.toUpperCase().replace('WINDOWS', 'Windows') }))}
      />
      <NativeSelect
        label={t('format.separator')}
        value={job.separator ?? ''}
        disabled={loading}
        onChange={(event) => handle({ separator: event.currentTarget.value })}
        data={importSeparators.map((value, index) => ({ value, label: t(`format.separators.${index}`) }))}
      />
    </Group>
  );
}
