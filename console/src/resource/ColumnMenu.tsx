import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconColumns } from '../ui/icons.ts';
import { densities, useDensity } from '../ui/preferences.ts';

interface Props {
  name: string;
  /** Ids of the columns that may be put away, in order. */
  columns: readonly string[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Which columns are shown, and how close the rows stand; kept in this browser. */
export function ColumnMenu({ name, columns, hidden, onChange }: Props) {
  const { t } = useTranslation([name, 'common']);
  const [density, setDensity] = useDensity();
  return (
    <Popover position="bottom-end" width={260} trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
          {t('common:actions.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {columns.map((id) => (
            <Checkbox
              key={id}
              label={t(`fields.${id}`)}
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? hidden.filter((each) => each !== id) : [...hidden, id])
              }
            />
          ))}
          <Text fz="sm" fw={500} mt="xs">
            {t('common:density.label')}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('common:density.label')}
            value={density}
            onChange={(value) => setDensity(value)}
            data={densities.map((value) => ({ value, label: t(`common:density.${value}`) }))}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
