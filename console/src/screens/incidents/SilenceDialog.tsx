import { useMutation } from '@apollo/client/react';
import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import { SilenceIncidentDocument } from '../../api/mutations/generated/silence-incident.graphql.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import type { Incident } from './IncidentRow.tsx';

/** Minutes for which a silence may be planned; none ends it. */
const choices = [240, 1_440, 4_320, 10_080] as const;

interface Props {
  incident: Incident;
  onClose: () => void;
}

/** Asks for how long nothing more is to be told of an incident. */
export function SilenceDialog({ incident: { id, ruleName, silencedUntil }, onClose }: Props) {
  const { t, i18n } = useTranslation('alerts');
  const [silence] = useMutation(SilenceIncidentDocument);
  const [minutes, setMinutes] = useState<number>(choices[0]);

  const plan = () => {
    const until = minutes === 0 ? null : new Date(Date.now() + minutes * 60_000).toISOString();
    return silence({ variables: { id, until } });
  };

  return (
    <TaskDialog
      title={t('silence.title', { rule: ruleName })}
      action={t('silence.plan')}
      run={plan}
      done={t(minutes === 0 ? 'silence.ended' : 'silence.done')}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('silence.text')}</Text>
      <NativeSelect
        label={t('silence.duration')}
        value={String(minutes)}
        data={[
          ...choices.map((choice) => ({ value: String(choice), label: durationText(choice, i18n.language) })),
          ...(silencedUntil ? [{ value: '0', label: t('silence.none') }] : []),
        ]}
        onChange={(event) => setMinutes(Number(event.currentTarget.value))}
      />
    </TaskDialog>
  );
}
