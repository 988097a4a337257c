import { Group, Input, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/DateField.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { joinEnds, problemOf, splitEnds, wrongEnds, type Ends, type RangeKind } from './filter-value.ts';
import { useTyped } from '../use-typed.ts';

interface Props {
  kind: RangeKind;
  label: string;
  /** As in the address; empty when the filter is not set. */
  value: string;
  /** The least and the most that there is, where other numbers are none of it: hours, days of a month. */
  bounds?: readonly [least: number, most: number] | undefined;
  onUse: (value: string | null, isFirst: boolean) => void;
}

/** Browsers without a field for these show a plain one. */
const inputs = {
  month: { type: 'month', placeholder: '2026-03' },
  week: { type: 'week', placeholder: '2026-W10' },
} as const;

const open = { from: '', to: '' };
const anything = [-Infinity, Infinity] as const;

/** What stands for what is no number, or for what a browser gives no value for: the field alone knows what was typed there. */
const unreadable = 'NaN';

/** The two ends of a range, by the browser's own field for months and weeks. Nothing that cannot be a range is asked for. */
export function RangeFilter({ kind, label, value, bounds = anything, onUse }: Props) {
  const { t } = useTranslation();
  const errorId = useId();
  const { text, type, enter, leave } = useTyped(value, (next, isFirst) => onUse(next || null, isFirst));
  const ends = splitEnds(text) ?? open;
  const isNumber = kind === 'int' || kind === 'percent';
  // Half of a month in a browser's own field is not wrong yet.
  const isHalf = !isNumber && Object.values(ends).includes(unreadable);
  const [least, most] = bounds;
  const isOutside = (end: string) => end !== '' && (Number(end) < least || Number(end) > most);
  const problemIn = (asked: Ends) =>
    problemOf(kind, asked) ?? (isOutside(asked.from) || isOutside(asked.to) ? 'outside' : undefined);
  const problem = isHalf ? undefined : problemIn(ends);
  const isWrong = (end: keyof Ends) =>
    problem === 'outside' ? isOutside(ends[end]) : problem !== undefined && wrongEnds(kind, ends).includes(end);

  function handleEnd(end: 'from' | 'to', value: string) {
    // Two points part the ends.
    const next = { ...ends, [end]: value.replaceAll('..', '.') };
    type(joinEnds(next) ?? '', problemIn(next) === undefined);
  }

  function field(end: 'from' | 'to') {
    const props = {
      'aria-label': `${label}, ${t(`range.${end}`)}`,
      'aria-describedby': isWrong(end) ? errorId : undefined,
      value: ends[end],
      onFocus: enter,
      onBlur: leave,
      error: isWrong(end),
      leftSection: (
        <Text span fz="xs" c="dimmed" w="100%" pl={10} style={{ whiteSpace: 'nowrap' }}>
          {t(`range.${end}`)}
        </Text>
      ),
      leftSectionWidth: 68,
    };
    if (kind === 'period') {
      return <DateField {...props} flex="1 1 220px" onChange={(value) => handleEnd(end, value)} />;
    }
    return isNumber ? (
      <NumberField
        {...props}
        value={ends[end] === '' ? null : Number(ends[end])}
        whole={kind === 'int'}
        flex="1 1 140px"
        onChange={(value) => handleEnd(end, value === null ? '' : String(value))}
      />
    ) : (
      <TextInput
        {...props}
        {...inputs[kind]}
        value={ends[end] === unreadable ? '' : ends[end]}
        flex="1 1 140px"
        onChange={({ currentTarget: { value, validity } }) => handleEnd(end, validity.badInput ? unreadable : value)}
      />
    );
  }
  return (
    <Input.Wrapper label={label} role="group" aria-label={label} labelElement="div">
      <Group gap="xs">
        {field('from')}
        {field('to')}
      </Group>
      {problem && (
        <Input.Error id={errorId} role="alert" mt={4}>
          {t(`range.${problem}`, { least, most })}
        </Input.Error>
      )}
    </Input.Wrapper>
  );
}
