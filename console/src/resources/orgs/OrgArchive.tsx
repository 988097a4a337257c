import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeInput } from '@noa/domain/personal-data.ts';
import type { Failure } from '../../api/failure.ts';
import { CreateOrgArchiveDocument } from '../../api/mutations/generated/create-org-archive.graphql.ts';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { PurposeField } from '../../crud/form/PurposeField.tsx';
import { showSubmitError } from '../../crud/form/submit.ts';
import { useValidatedForm } from '../../crud/form/use-validated-form.ts';
import { fetchFile } from '../../files/save.ts';
import { IconDownload } from '../../ui/icons.ts';

/** Everything of an org as one file, for whoever says what for; what is not in it, and how it is brought in elsewhere. */
export function OrgArchive({ id }: { id: string }) {
  const { t } = useTranslation('orgs');
  const [create] = useMutation(CreateOrgArchiveDocument);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useValidatedForm(purposeInput, { purpose: '' });

  const handleSubmit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      const { data } = await create({ variables: { orgId: id, ...purposeInput.parse(values) } });
      if (data) {
        fetchFile(data.createOrgArchive);
        form.reset();
      }
    } catch (error) {
      setFailure(showSubmitError(form, error));
    }
  });

  return (
    <Stack maw={640}>
      {(['holds', 'idNumbers', 'bringsIn', 'leaves'] as const).map((text) => (
        <Text key={text} fz="sm">
          {t(`archive.${text}`)}
        </Text>
      ))}
      <form onSubmit={handleSubmit} noValidate>
        {failure && <FormFailure failure={failure} />}
        <PurposeField
          label={t('archive.purpose')}
          description={t('archive.purposeHint')}
          {...form.getInputProps('purpose')}
        />
        <Group mt="sm">
          <Button type="submit" loading={form.submitting} leftSection={<IconDownload size={16} aria-hidden />}>
            {t('archive.download')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
