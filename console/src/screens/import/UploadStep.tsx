import type { ApolloClient } from '@apollo/client';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds, importLimits, type ImportKind } from '@noa/domain/imports/import.ts';
import { describeFailure } from '../../api/failure.ts';
import type { StartImportMutation } from '../../api/generated/graphql.ts';
import { StartImportDocument } from '../../api/mutations/generated/start-import.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { sendFile } from '../../api/send-file.ts';
import { useQuery } from '../../api/use-query.ts';
import { useIsShown } from '../../crud/use-leave.ts';
import { fetchCode } from '../../loading/fetch-code.ts';
import { notifyError } from '../../ui/notify.tsx';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import classes from './Import.module.css';
import { ImportOrgsDocument } from './import.graphql.ts';
import { Steps } from './Steps.tsx';

const accepted = '.csv,.tsv,.txt,.xlsx';

/** The first step: what kind of list it is, whose, and the file. */
export function UploadStep({ onUploaded }: { onUploaded: (id: string) => void }) {
  const { t } = useTranslation(['import', 'common']);
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ImportOrgsDocument);
  const [kind, setKind] = useState<ImportKind>('buildings');
  const [chosenOrg, setChosenOrg] = useState('');
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState(false);
  /** Locale keys: the first that there is. */
  const [problem, setProblem] = useState<readonly string[]>();
  const isShown = useIsShown();
  const input = useRef<HTMLInputElement>(null);
  const orgs = data?.orgs.nodes ?? [];
  const asksOrg = importForms[kind].ofOrg && orgs.length > 1;

  async function handleFile(file: File | undefined) {
    if (!file || sending) {
      return;
    }
    if (asksOrg && chosenOrg === '') {
      setProblem(['upload.orgFirst']);
      return;
    }
    if (file.size > importLimits.fileBytes) {
      setProblem(['import.tooLarge']);
      return;
    }
    setProblem(undefined);
    setSending(true);
    try {
      const orgId = (asksOrg && chosenOrg) || null;
      onUploaded(await uploadFile(client, { kind, file, orgId }));
    } catch (refusal) {
      const reason = Object.values(describeFailure(refusal).fields)[0];
      const said = reason && [`import:${reason}`, `common:${reason}`];
      if (said && isShown()) {
        setProblem(said);
      } else if (said) {
        notifyError({ title: file.name, message: t(said) });
      } else {
        notifyFailure(refusal);
      }
      setSending(false);
    }
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void handleFile(event.dataTransfer.files[0]);
  }

  return (
    <Stack gap="md">
      <Steps at="upload" />
      <Outdated error={error} refetch={refetch} />
      <NativeSelect
        label={t('upload.kind')}
        value={kind}
        onChange={(event) => {
          setKind(importKinds.find((each) => each === event.currentTarget.value) ?? 'buildings');
          setProblem(undefined);
        }}
        data={importKinds.map((each) => ({ value: each, label: t(`kinds.${each}.name`) }))}
        maw={420}
      />
      {asksOrg && (
        <NativeSelect
          label={t('upload.org')}
          value={chosenOrg}
          onChange={(event) => {
            setChosenOrg(event.currentTarget.value);
            setProblem(undefined);
          }}
          data={[
            { value: '', label: t('upload.chooseOrg') },
            ...orgs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          maw={420}
        />
      )}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Text>{t(`kinds.${kind}.drop`)}</Text>
        <Button loading={sending} onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          aria-label={t('upload.choose')}
          onChange={(event) => {
            void handleFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // so that the same file can be chosen again
          }}
        />
        <Text fz="sm" c="dimmed">
          {t('upload.hint')}
        </Text>
        {problem && (
          <Text role="alert" c="var(--mantine-color-error)">
            {t([...problem])}
          </Text>
        )}
      </div>
      <Text fz="sm" c="dimmed" maw={720}>
        {t(`kinds.${kind}.shapes`)}
      </Text>
      {(!asksOrg || chosenOrg !== '') && <TemplateButton kind={kind} orgId={(asksOrg && chosenOrg) || null} />}
    </Stack>
  );
}

interface Upload {
  readonly kind: ImportKind;
  readonly file: File;
  /** Null where there is one org only, and where the records belong to none. */
  readonly orgId: string | null;
}

/**
 * Sends a file to be imported.
 *
 * @returns id of the import.
 * @throws {CombinedGraphQLErrors} if the server refuses the file; what the network throws.
 */
async function uploadFile(client: ApolloClient, variables: Upload): Promise<string> {
  const data = await sendFile<StartImportMutation>(client, { query: StartImportDocument, variables: { ...variables } });
  return data.startImport.id;
}

interface Props {
  kind: ImportKind;
  /** Null where there is one org only, and where the records belong to none. */
  orgId: string | null;
}

/** A workbook to be filled in, for who has no list yet. */
function TemplateButton({ kind, orgId }: Props) {
  const { t, i18n } = useTranslation('import');
  const client = useApolloClient();

  async function download() {
    const { downloadTemplate } = await fetchCode(() => import('./template/download-template.ts'));
    await downloadTemplate(client, { kind, orgId, locale: i18n.language === 'en' ? 'en' : 'ro' });
  }

  return (
    <Group gap="sm">
      <DownloadButton label={t('template.download')} download={download} />
      <Text fz="sm" c="dimmed">
        {t('template.hint')}
      </Text>
    </Group>
  );
}
