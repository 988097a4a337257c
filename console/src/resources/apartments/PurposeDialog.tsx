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

/** A locale key, and until when it holds. */
interface Problem {
  readonly key: string;
  readonly at?: string;
}

/** Asks what personal data is wanted for, before it is shown or erased. */
export function PurposeDialog({ text, children, run, ...dialog }: Props) {
  const { t, i18n } = useTranslation(['apartments', 'common']);
  const [purpose, setPurpose] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);

  function submit() {
    const checked = purposeInput.safeParse({ purpose });
    setProblem(checked.success ? null : { key: `common:${checked.error.issues[0]?.message ?? 'form.required'}` });
    return checked.success && run(checked.data.purpose);
  }

  return (
    <TaskDialog
      run={submit}
      onRefused={({ extensions: { retryAt } }) => {
        const isTooOften = typeof retryAt === 'string';
        setProblem(isTooOften ? { key: 'purpose.tooOften', at: retryAt } : null);
        return isTooOften;
      }}
      {...dialog}
    >
      <Text fz="sm">{text}</Text>
      <PurposeField
        label={t('purpose.label')}
        description={t('purpose.hint')}
        value={purpose}
        error={problem && t(problem.key, { when: problem.at && formatExact(problem.at, i18n.language) })}
        onChange={(event) => {
          setPurpose(event.currentTarget.value);
          setProblem(null);
        }}
        autoFocus
      />
      {children}
    </TaskDialog>
  );
}
