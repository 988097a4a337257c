import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeInput } from '@noa/domain/personal-data.ts';
import { PurposeField } from '../../crud/form/PurposeField.tsx';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { formatExact } from '../../ui/values/format.ts';

interface Props {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  children?: ReactNode;
  /** Does what is asked for, with what was written. @throws whatever the request throws. */
  run: (purpose: string) => Promise<unknown>;
  refreshes?: boolean;
  onClose: () => void;
}

/** Asks what personal data is wanted for, before it is shown or erased. */
export function PurposeDialog({ text, children, run, ...dialog }: Props) {
  const { t, i18n } = useTranslation(['apartments', 'common']);
  const [purpose, setPurpose] = useState('');
  const [error, setError] = useState<string | null>(null);

  function submit() {
    const checked = purposeInput.safeParse({ purpose });
    setError(checked.success ? null : t(`common:${checked.error.issues[0]?.message ?? 'form.required'}`));
    return checked.success && run(checked.data.purpose);
  }

  return (
    <TaskDialog
      run={submit}
      onRefused={({ extensions: { retryAt } }) => {
        const when = typeof retryAt === 'string' && formatExact(retryAt, i18n.language);
        setError(when ? t('purpose.tooOften', { when }) : null);
        return when !== false;
      }}
      {...dialog}
    >
      <Text fz="sm">{text}</Text>
      <PurposeField
        label={t('purpose.label')}
        description={t('purpose.hint')}
        value={purpose}
        error={error}
        onChange={(event) => {
          setPurpose(event.currentTarget.value);
          setError(null);
        }}
        autoFocus
      />
      {children}
    </TaskDialog>
  );
}
