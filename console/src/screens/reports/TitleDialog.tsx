import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure, failureText, type Failure } from '../../api/failure.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';

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
  const [failure, setFailure] = useState<Failure | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const problem = failure && Object.values(failure.fields)[0];

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    setSubmitting(true);
    try {
      await onSubmit(title);
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
      setSubmitting(false);
    }
  }

  return (
    <Dialog title={heading} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack>
          <Text fz="sm">{text}</Text>
          <TextInput
            label={label}
            value={title}
            maxLength={maxLength}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={failure && (problem ? t([`reports:${problem}`, `common:${problem}`]) : failureText(t, failure))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={submitting}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
