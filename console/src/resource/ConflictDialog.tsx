import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../ui/cells.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Moment } from '../ui/Moment.tsx';
import { isSettled, suggestedChoices, type FieldConflict, type Side } from './conflict.ts';

interface Props {
  /** Namespace of the field names. */
  name: string;
  conflicts: readonly FieldConflict[];
  /** Who wrote the other version, and when. */
  updatedBy: string | null;
  updatedAt: string;
  /** How a field's value is shown; text as it is when absent. */
  describe: (field: string, value: unknown) => ReactNode;
  onSave: (choices: Record<string, Side | null>) => void;
  onCancel: () => void;
}

const sides = ['mine', 'theirs', 'initial'] as const;

/** Somebody else saved meanwhile: each field that differs is settled here, so that nothing is overwritten unseen. */
export function ConflictDialog({ name, conflicts, updatedBy, updatedAt, describe, onSave, onCancel }: Props) {
  const { t } = useTranslation([name, 'common']);
  const [choices, setChoices] = useState<Record<string, Side | null>>(() => ({ ...suggestedChoices(conflicts) }));
  const settled = isSettled(choices);

  return (
    <Dialog title={t('common:conflict.title')} onClose={onCancel}>
      <Stack>
        <Text fz="sm">
          {t('common:conflict.text', { who: updatedBy ?? t('common:somebody') })} <Moment at={updatedAt} />
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
                      <ConflictValue value={conflict[side]} shown={describe(conflict.name, conflict[side])} />
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

function ConflictValue({ value, shown }: { value: unknown; shown: ReactNode }) {
  return value === null || value === undefined || value === '' ? <None /> : shown;
}
