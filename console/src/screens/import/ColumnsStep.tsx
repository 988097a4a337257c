import { Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import type { ImportKind, ImportMapping } from '@noa/domain/imports/import.ts';
import { describeFailure } from '../../api/failure.ts';
import { MapImportDocument } from '../../api/mutations/generated/map-import.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import classes from './Import.module.css';
import { fieldLabel } from './field-label.ts';
import type { Job } from './JobView.tsx';

interface Props {
  job: Job;
  onChanged: () => void;
  /** Whether what is chosen here is not what the job has: it is not checked yet. */
  onEdited: (isEdited: boolean) => void;
}

/** The second step: what the columns of the file mean. */
export function ColumnsStep({ job, onChanged, onEdited }: Props) {
  const { t, i18n } = useTranslation(['import', 'common']);
  const [mapping, setMapping] = useState(job.mapping as ImportMapping);
  const [createMissing, setCreateMissing] = useState(job.createMissing);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [mapImport, { loading }] = useMutation(MapImportDocument);
  const known = job.mapping as ImportMapping;
  const isEdited =
    createMissing !== job.createMissing || job.fields.some(({ name }) => (mapping[name] ?? '') !== (known[name] ?? ''));
  useEffect(
    function tellWhetherEdited() {
      onEdited(isEdited);
    },
    [isEdited, onEdited],
  );

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
  // An address that is taken apart is used by its parts.
  const unused = job.header.filter((column) => column !== '' && column !== job.addressColumn && !used.has(column));
  const errorOf = (field: string) => {
    const reason = errors[`mapping.${field}`];
    return reason && t([`import:${reason}`, `common:${reason}`]);
  };

  return (
    <Stack gap="md">
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
              description={t([`hints.${job.kind}_${name}`, `hints.${name}`], { defaultValue: '' }) || undefined}
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
          variant={job.state === 'checked' && !isEdited ? 'default' : 'filled'}
          onClick={() => void handleCheck()}
        >
          {t(job.state === 'checked' ? 'mapping.again' : 'mapping.check')}
        </Button>
      </Group>
    </Stack>
  );
}
