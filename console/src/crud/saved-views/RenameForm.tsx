import { Button, Group, TextInput } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { describeFailure, failureText, type Failure } from '../../api/failure.ts';
import { useIsShown } from '../use-leave.ts';
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const isShown = useIsShown();
  const problem = failure?.fields['name'];

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    try {
      await onRename(text);
      if (isShown()) {
        onClose();
      }
    } catch (error) {
      if (isShown()) {
        setFailure(describeFailure(error));
      } else {
        notifyFailure(error);
      }
    }
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      // What lies around us has its own use for Escape.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className={classes.rename} noValidate>
      <TextInput
        aria-label={label}
        value={text}
        maxLength={savedViewLimits.nameLength}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFailure(null);
        }}
        onKeyDown={handleKey}
        error={failure && (problem ? t(problem) : failureText(t, failure))}
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
