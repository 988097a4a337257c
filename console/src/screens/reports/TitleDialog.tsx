import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failure.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';

interface Props {
  heading: string;
  /** What comes of it. */
  text: string;
  label: string;
  /** A title to begin with. */
  proposed: string;
  maxLength: number;
  submitLabel: string;
  /** Keeps something under the title; what it throws is said at the field. */
  onSubmit: (title: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a title, and is closed when something has got it. */
export function TitleDialog({ heading, text, label, proposed, maxLength, submitLabel, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [title, setTitle] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  return (
    <TaskDialog
      title={heading}
      action={submitLabel}
      run={() => onSubmit(title)}
      onRefused={(refusal) => {
        const [problem] = Object.values(refusal.fields);
        setError(problem ? t([`reports:${problem}`, `common:${problem}`]) : failureText(t, refusal));
        return true;
      }}
      onClose={onClose}
    >
      <Text fz="sm">{text}</Text>
      <TextInput
        label={label}
        value={title}
        maxLength={maxLength}
        onChange={(event) => {
          setTitle(event.currentTarget.value);
          setError(null);
        }}
        error={error}
      />
    </TaskDialog>
  );
}
