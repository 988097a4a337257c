import { ActionIcon, Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EffectOfJoinInput } from '../../api/generated/graphql.ts';
import { IconAdd, IconLeave } from '../../ui/icons.ts';
import type { Resource } from '../define-resource.ts';
import { TaskDialog } from '../form/TaskDialog.tsx';
import { useMoment } from '../history/moment.ts';
import type { Picker } from '../picker/picker.ts';
import { RecordList } from './RecordList.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';

const EffectPreview = lazy(async () => ({ default: (await import('../effect/EffectPreview.tsx')).EffectPreview }));

type Change = (otherId: string) => Promise<unknown>;

interface Changes {
  readonly join: Change;
  readonly leave: Change;
  /** The two that are joined or parted. */
  readonly pair: (otherId: string) => EffectOfJoinInput;
}

interface Props<Row extends { id: string; label: string }, Data> {
  /** Namespace of the texts `join.*` and `leave.*`: the record's own kind. */
  name: string;
  /** The other kind. */
  resource: Resource<Row, Data>;
  picker: Picker;
  label: string;
  /** The record, by the name of the other kind's filter. */
  parent: Readonly<Record<string, string>>;
  /** Absent for those who may not change what is joined. */
  change?: Changes | false;
}

/** The records that one is joined to, in a tab of its view, where they are joined and parted. */
export function JoinedList<Row extends { id: string; label: string }, Data>(props: Props<Row, Data>) {
  const { name, resource, picker, label, parent } = props;
  const { t } = useTranslation([name, 'common']);
  const [question, setQuestion] = useState<'join' | Row | null>(null);
  const close = () => setQuestion(null);
  // Nothing of the past can be changed.
  const change = useMoment().asOf === null && props.change;

  const columns = resource.columns.filter(({ id, under = id }) => !(under in parent));
  const leave = (row: Row) => (
    <ActionIcon
      variant="subtle"
      color="red"
      size={28}
      aria-label={t('leave.action', { label: row.label })}
      onClick={() => setQuestion(row)}
    >
      <IconLeave size={16} aria-hidden />
    </ActionIcon>
  );
  const listed = { ...resource, columns: change ? [...columns, { id: 'leave', cell: leave }] : columns };
  const add = change && (
    <Button leftSection={<IconAdd size={16} aria-hidden />} onClick={() => setQuestion('join')}>
      {t('join.action')}
    </Button>
  );
  return (
    <>
      <RecordList resource={listed} label={label} fixed={parent} add={add} addInList />
      {change && question === 'join' && <JoinDialog name={name} picker={picker} changes={change} onClose={close} />}
      {change && question !== null && question !== 'join' && (
        <LeaveDialog name={name} other={question} changes={change} onClose={close} />
      )}
    </>
  );
}

interface JoinProps {
  name: string;
  picker: Picker;
  changes: Changes;
  onClose: () => void;
}

function JoinDialog({ name, picker, changes, onClose }: JoinProps) {
  const { t } = useTranslation([name, 'common']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function join() {
    setProblem(chosen === null ? 'form.required' : null);
    return chosen !== null && changes.join(chosen);
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
      <Suspense>
        <EffectPreview change={chosen === null ? null : { joinContainerGroup: changes.pair(chosen) }} />
      </Suspense>
    </TaskDialog>
  );
}

interface LeaveProps {
  name: string;
  other: { readonly id: string; readonly label: string };
  changes: Changes;
  onClose: () => void;
}

function LeaveDialog({ name, other: { id, label }, changes, onClose }: LeaveProps) {
  const { t } = useTranslation([name, 'common']);
  return (
    <TaskDialog
      title={t('leave.action', { label })}
      action={t('leave.confirm')}
      danger
      run={() => changes.leave(id)}
      done={t('leave.done', { label })}
      refreshes
      startsAtDiscard
      onClose={onClose}
    >
      <Text fz="sm">{t('leave.text')}</Text>
      <Suspense>
        <EffectPreview change={{ leaveContainerGroup: changes.pair(id) }} />
      </Suspense>
    </TaskDialog>
  );
}
