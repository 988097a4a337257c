import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { purposeInput, purposeLength } from '@noa/domain/personal-data.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { formatExact } from '../../ui/values/format.ts';

interface Props {
  text: string;
  action: string;
  danger?: boolean;
  children?: ReactNode;
  /** Does what is asked for, with what was written. @throws whatever the request throws. */
  run: (purpose: string) => Promise<void>;
  onClose: () => void;
}

/** Asks what personal data is wanted for, before it is shown or erased. */
export function PurposeForm({ text, action, danger = false, children, run, onClose }: Props) {
  const { t, i18n } = useTranslation(['apartments', 'common']);
  const [purpose, setPurpose] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(written: string) {
    setBusy(true);
    setFailure(null);
    try {
      await run(written);
    } catch (refusal) {
      const described = describeFailure(refusal);
      const retryAt = described.extensions['retryAt'];
      const when = typeof retryAt === 'string' && formatExact(retryAt, i18n.language);
      setError(when ? t('purpose.tooOften', { when }) : null);
      setFailure(when ? null : described);
    }
    setBusy(false);
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = purposeInput.safeParse({ purpose });
    if (checked.success) {
      setError(null);
      void submit(checked.data.purpose);
    } else {
      setError(t(`common:${checked.error.issues[0]?.message ?? 'form.required'}`));
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        <Text fz="sm">{text}</Text>
        <Textarea
          label={t('purpose.label')}
          description={t('purpose.hint')}
          required
          maxLength={purposeLength.max}
          autosize
          minRows={2}
          value={purpose}
          error={error}
          onChange={(event) => {
            setPurpose(event.currentTarget.value);
            setError(null);
          }}
          autoFocus
        />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.discard')}
          </Button>
          <Button type="submit" {...(danger && { color: 'red' })} loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
