import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { describeFailure } from '../api/failure.ts';
import classes from './ViewPanel.module.css';

interface Props {
  label: string;
  name: string;
  onRename: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Another name for something saved, asked for where the name stands. */
export function RenameForm({ label, name, onRename, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    try {
      await onRename(text);
      onClose();
    } catch (error) {
      const { fields, messageKey } = describeFailure(error);
      setProblem(fields['name'] ?? messageKey);
    }
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className={classes.rename} noValidate>
      <TextInput
        aria-label={label}
        value={text}
        maxLength={savedViewLimits.nameLength}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        error={problem && t(problem)}
        ref={(input) => input?.focus()}
      />
      <Group gap="xs">
        <Button type="submit">{t('actions.save')}</Button>
        <Button variant="default" onClick={onClose}>
          {t('actions.discard')}
        </Button>
      </Group>
    </form>
  );
}
