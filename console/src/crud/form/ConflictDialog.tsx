import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { None } from '../../ui/values/cells.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { actorName } from '../../ui/values/actor.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { isSettled, suggestedChoices, type FieldConflict, type Side } from './conflict.ts';
import { PickedLabel } from '../picker/PickedLabel.tsx';
import type { Picker } from '../picker/picker.ts';
import { declaredText, type ValueText } from '../history/value-text.tsx';

export interface ConflictProps {
  /** Namespace of the field names. */
  name: string;
  conflicts: readonly FieldConflict[];
  /** Who wrote the other version, and when. */
  updatedBy: string | null;
  updatedAt: string;
  /** Of the fields that name another record: how its name is found. */
  pickers?: Readonly<Record<string, Picker>>;
  /** How their view writes the other fields: as the kind is declared, or in a way of its own. */
  kind?: KindDeclaration | undefined;
  textOf?: ValueText | undefined;
  onSave: (choices: Record<string, Side | null>) => void;
  onCancel: () => void;
}

const sides = ['mine', 'theirs', 'initial'] as const;

/** Somebody else saved meanwhile: each field that differs is settled here, so that nothing is overwritten unseen. */
export function ConflictDialog(props: ConflictProps) {
  const { name, conflicts, updatedBy, updatedAt, pickers, kind, onSave, onCancel } = props;
  const textOf = props.textOf ?? (kind && declaredText(kind));
  const { t } = useTranslation([name, 'common']);
  const [choices, setChoices] = useState<Record<string, Side | null>>(() => ({ ...suggestedChoices(conflicts) }));
  const settled = isSettled(choices);

  return (
    <Dialog title={t('common:conflict.title')} onClose={onCancel}>
      <Stack>
        <Text fz="sm">
          {t('common:conflict.text', { who: updatedBy ? actorName(updatedBy, t) : t('common:somebody') })}{' '}
          <Moment at={updatedAt} />
        </Text>
        {conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.name}
            label={t(`fields.${conflict.name}`)}
            value={choices[conflict.name] ?? ''}
            onChange={(side) => setChoices({ ...choices, [conflict.name]: side as Side })}
            description={conflict.suggestion === null ? t('common:conflict.both') : undefined}
          >
            <Stack gap={6} mt={6}>
              {sides.map((side) => (
                <Radio
                  key={side}
                  value={side}
                  label={
                    <>
                      <strong>{t(`common:conflict.${side}`)}:</strong>{' '}
                      <ConflictValue
                        name={name}
                        field={conflict.name}
                        value={conflict[side]}
                        picker={pickers?.[conflict.name]}
                        textOf={textOf}
                      />
                    </>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        {!settled && (
          <Text fz="sm" id="conflict-unsettled">
            {t('common:conflict.unsettled')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:actions.discard')}
          </Button>
          <Button
            disabled={!settled}
            aria-describedby={settled ? undefined : 'conflict-unsettled'}
            onClick={() => onSave(choices)}
          >
            {t('common:actions.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ValueProps {
  name: string;
  field: string;
  value: unknown;
  picker: Picker | undefined;
  textOf: ValueText | undefined;
}

/** What a form holds of a field, as the record's view writes it. */
export function ConflictValue({ name, field, value, picker, textOf }: ValueProps) {
  const { t } = useTranslation([name, 'common']);
  if (value === null || value === undefined || value === '') {
    return <None />;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (picker) {
    return <PickedLabel picker={picker} id={text} />;
  }
  // Words of the domain have a text each; anything else stands for itself.
  return textOf?.(field, text) ?? t(`values.${field}.${text}`, { defaultValue: text });
}
