import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  /** Keeps something under the title; what is wrong with that is said at the field. */
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
      onRefused={({ fields }) => {
        const [problem] = Object.values(fields);
        setError(problem === undefined ? null : t([`reports:${problem}`, `common:${problem}`]));
        return problem !== undefined;
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
