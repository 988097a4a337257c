import { useMutation } from '@apollo/client/react';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { describeFailure, failureText, type Failure } from '../../api/failure.ts';
import { CreateSavedViewDocument } from '../../api/mutations/generated/create-saved-view.graphql.ts';
import { pickers } from '../../pickers/pickers.ts';
import { useViewer } from '../../session/viewer.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';

interface Props {
  kind: string;
  /** The list's address as it is. */
  search: string;
  hidden: readonly string[];
  onSaved: () => void;
}

/** Saves the list as it is under a name, for oneself or, by who keeps its views, for an org. */
export function SaveViewForm({ kind, search, hidden, onSaved }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [name, setName] = useState('');
  const [orgId, setOrgId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [create, { loading }] = useMutation(CreateSavedViewDocument);
  const problemOf = (field: 'name' | 'orgId') => failure?.fields[field] && t(failure.fields[field]);
  // What belongs to no field is said at the one that there always is.
  const unsaid = failure && !failure.fields['orgId'] && failureText(t, failure);
  const mayShare = viewer.may('savedView:share');

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      await create({ variables: { input: { kind, name, search, hiddenColumns: [...hidden], orgId } } });
      notifySuccess(t('views.saved', { name }));
      setName('');
      onSaved();
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  function handleOrg(id: string | null) {
    setOrgId(id);
    setFailure(null);
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput
          label={t('views.saveAs')}
          placeholder={t('views.name')}
          value={name}
          maxLength={savedViewLimits.nameLength}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFailure(null);
          }}
          error={problemOf('name') ?? unsaid}
          flex="1 1 220px"
        />
        {/* Root belongs to no org and keeps the views of all. */}
        {mayShare && viewer.orgs.length === 0 && (
          <RecordSelect
            picker={pickers.org}
            label={t('views.forOrg')}
            value={orgId}
            onChange={handleOrg}
            error={problemOf('orgId')}
          />
        )}
        {mayShare && viewer.orgs.length > 0 && (
          <NativeSelect
            label={t('views.for')}
            value={orgId ?? ''}
            onChange={(event) => handleOrg(event.currentTarget.value || null)}
            error={problemOf('orgId')}
            data={[
              { value: '', label: t('views.forMe') },
              ...viewer.orgs.map((org) => ({ value: org.id, label: org.name })),
            ]}
          />
        )}
        <Button type="submit" loading={loading} mt={{ base: 0, sm: 24 }}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  );
}
