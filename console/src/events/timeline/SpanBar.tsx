import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { focusAdder } from '../../ui/page/filter-adder.ts';
import { formatDates, formatExact } from '../../ui/values/format.ts';
import { isDays, type atList, type Span } from './day-address.ts';

/** Of which time the events below are, and the way back to all of them. */
export function SpanBar({ span, onClear }: { span: Span; onClear: () => void }) {
  const { t, i18n } = useTranslation('cards');
  const bar = useRef<HTMLDivElement>(null);
  const leads = (useLocation().state as Partial<typeof atList> | null)?.atList === true;

  useEffect(
    function leadHere() {
      if (leads) {
        bar.current?.focus({ preventScroll: true });
        bar.current?.scrollIntoView({ block: 'start' });
      }
    },
    [leads],
  );

  /** It is gone with the button. */
  function handleClear() {
    focusAdder();
    onClear();
  }
  const [from, to] = [span.from, span.to].map((at) => formatExact(at, i18n.language));
  // What ends at midnight ends with the day before.
  const last = new Date(Date.parse(span.to) - 1).toISOString();
  const text = isDays(span)
    ? t('timeline.only', { date: formatDates(span.from, last, i18n.language) })
    : t('timeline.between', { from, to });
  return (
    <Group ref={bar} tabIndex={-1} role="status" gap="sm" mb="sm" style={{ outline: 'none', scrollMarginTop: 72 }}>
      <Text fz="sm">{text}</Text>
      <Button variant="default" size="compact-sm" onClick={handleClear}>
        {t('timeline.all')}
      </Button>
    </Group>
  );
}
