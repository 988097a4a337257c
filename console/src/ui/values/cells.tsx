import { Badge } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';

/** What stands where a value is missing; read out as "none". */
export function None() {
  const { t } = useTranslation();
  return (
    <data value="">
      <span aria-hidden>—</span>
      <span className="visually-hidden">{t('none')}</span>
    </data>
  );
}

interface CountProps {
  value: number;
  /** Decimals at most. */
  digits?: number;
}

/** A number in the language's own notation. */
export function Count({ value, digits }: CountProps) {
  const { i18n } = useTranslation();
  return <data value={value}>{formatNumber(value, i18n.language, digits)}</data>;
}

interface StatusProps {
  icon: Icon;
  label: string;
  color: string;
}

interface QuantityProps {
  value: number | null | undefined;
  /** Locale key suffix under `units.`. */
  unit: 'litres' | 'percent';
}

/** A number with its unit. */
export function Quantity({ value, unit }: QuantityProps) {
  const { t, i18n } = useTranslation();
  return typeof value === 'number' ? (
    <data value={value} data-unit={unit}>
      {t(`units.${unit}`, { value: formatNumber(value, i18n.language) })}
    </data>
  ) : (
    <None />
  );
}

/** A state as icon and text, never by colour alone. */
export function Status({ icon: Icon, label, color }: StatusProps) {
  return (
    <Badge
      color={color}
      variant="light"
      radius="sm"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={14} aria-hidden />}
    >
      {label}
    </Badge>
  );
}
