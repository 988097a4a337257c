import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { densities, useDensity } from '../../../ui/preferences.ts';

interface Props {
  name: string;
  /** Ids of the columns that may be put away, in order. */
  columns: readonly string[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Which columns are shown, and how close the rows stand; kept in this browser. */
export function ColumnPanel({ name, columns, hidden, onChange }: Props) {
  const { t } = useTranslation([name, 'common']);
  const [density, setDensity] = useDensity();
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('common:actions.columns')}
        value={columns.filter((id) => !hidden.includes(id))}
        onChange={(shown) => onChange(columns.filter((id) => !shown.includes(id)))}
      >
        <Group gap="md" mt={6}>
          {columns.map((id) => (
            <Checkbox key={id} value={id} label={t(`fields.${id}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Radio.Group label={t('common:density.label')} value={density} onChange={setDensity}>
        <Group gap="md" mt={6}>
          {densities.map((value) => (
            <Radio key={value} value={value} label={t(`common:density.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
    </Stack>
  );
}
