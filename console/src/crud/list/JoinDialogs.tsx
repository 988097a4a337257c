import { useMutation } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EffectOfJoinInput } from '../../api/generated/graphql.ts';
import { JoinContainerGroupDocument } from '../../api/mutations/generated/join-container-group.graphql.ts';
import { LeaveContainerGroupDocument } from '../../api/mutations/generated/leave-container-group.graphql.ts';
import { EffectPreview } from '../effect/EffectPreview.tsx';
import { TaskDialog } from '../form/TaskDialog.tsx';
import type { Picker } from '../picker/picker.ts';
import { RecordSelect } from '../picker/RecordSelect.tsx';

/** The access group and the container group, of which one is given. */
export type Pair = (otherId: string) => EffectOfJoinInput;

interface JoinProps {
  name: string;
  picker: Picker;
  pair: Pair;
  onClose: () => void;
}

/** Asks for the record that another is joined to. */
export function JoinDialog({ name, picker, pair, onClose }: JoinProps) {
  const { t } = useTranslation([name, 'common']);
  const [joinThem] = useMutation(JoinContainerGroupDocument);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function join() {
    setProblem(chosen === null ? 'form.required' : null);
    return chosen !== null && joinThem({ variables: pair(chosen) });
  }
  return (
    <TaskDialog
      title={t('join.title')}
      action={t('join.action')}
      run={join}
      done={t('join.done')}
      onRefused={({ fields }) => {
        setProblem(Object.values(fields)[0] ?? null);
        return Object.keys(fields).length > 0;
      }}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('join.text')}</Text>
      <RecordSelect
        picker={picker}
        label={t('join.label')}
        required
        value={chosen}
        onChange={(id) => {
          setChosen(id);
          setProblem(null);
        }}
        error={problem && t(`common:${problem}`)}
      />
      <EffectPreview change={chosen === null ? null : { joinContainerGroup: pair(chosen) }} />
    </TaskDialog>
  );
}

interface LeaveProps {
  name: string;
  other: { readonly id: string; readonly label: string };
  pair: Pair;
  onClose: () => void;
}

/** Asks before two records are parted. */
export function LeaveDialog({ name, other: { id, label }, pair, onClose }: LeaveProps) {
  const { t } = useTranslation([name, 'common']);
  const [leave] = useMutation(LeaveContainerGroupDocument);
  return (
    <TaskDialog
      title={t('leave.action', { label })}
      action={t('leave.confirm')}
      danger
      run={() => leave({ variables: pair(id) })}
      done={t('leave.done', { label })}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('leave.text')}</Text>
      <EffectPreview change={{ leaveContainerGroup: pair(id) }} />
    </TaskDialog>
  );
}
