import '@mantine/core/styles/Popover.css';
import '@mantine/dates/styles.css';
import 'dayjs/locale/ro.js';
import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateFieldProps } from './DateField.tsx';
import { IconCalendar } from './icons.ts';
import { readDate, showDate } from './typed-date.ts';

/** Mantine's own notation has a space where ours has a T. */
const spaced = (value: string) => value.replace('T', ' ');

/** The field itself; `DateField` loads it, with its calendar, when it is there to be seen. */
export function CalendarField({ value, onChange, precision = 'day', latest, label, ...field }: DateFieldProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  const isKnown = showDate(value, precision, i18n.language) !== '';
  const time = isKnown && precision !== 'day' ? value.slice('2025-12-01'.length) : '';

  /** What is no date is passed on too: our owner says what is wrong with it. */
  function handleInput({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    if (readDate(currentTarget.value, precision) === undefined) {
      onChange(currentTarget.value);
    }
  }
  function handleChange(next: string | null) {
    // A day that is clicked keeps the hour that stands there.
    const isDayAlone = next !== null && precision !== 'day' && !next.includes(' ');
    onChange((next && readDate(isDayAlone ? next + time : next, precision)) ?? '');
    setOpened(false);
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && opened) {
      // The dialog around us has its own use for Escape.
      event.preventDefault();
      event.stopPropagation();
      setOpened(false);
    }
  }
  /** Not outside of the calendar, where a press closes it: the click would open it again. */
  const handlePress = (event: SyntheticEvent) => event.stopPropagation();

  return (
    <DateInput
      {...field}
      label={label}
      placeholder={t(`date.${precision}`)}
      value={isKnown ? spaced(value) : null}
      onChange={handleChange}
      onInput={handleInput}
      withTime={precision !== 'day'}
      locale={i18n.language}
      valueFormat={(shown) => showDate(shown.replace(' ', 'T').slice(0, lengths[precision]), precision, i18n.language)}
      dateParser={(typed) => {
        const read = readDate(typed, precision);
        return read === undefined ? null : spaced(read);
      }}
      fixOnBlur={false}
      allowDeselect={false}
      // Both would be too pale to be read.
      hideOutsideDates
      weekendDays={[]}
      excludeDate={(day) => latest !== undefined && day > latest.slice(0, day.length)}
      wrapperProps={{ onKeyDown: handleKey }}
      // In a modal dialog nothing outside of it is seen, and what is within must not be cut off by it.
      popoverProps={{
        opened,
        onChange: setOpened,
        withinPortal: false,
        floatingStrategy: 'fixed',
      }}
      ariaLabels={Object.fromEntries(arrows.map((arrow) => [arrow, t(`date.${arrow}`)]))}
      // As wide as the button is on a phone.
      rightSectionWidth={44}
      rightSectionPointerEvents="all"
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${t('date.calendar')}: ${field['aria-label'] ?? label}`}
          aria-expanded={opened}
          // Days are for the pointer; with the keyboard one types.
          tabIndex={-1}
          onMouseDown={handlePress}
          onTouchStart={handlePress}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

const arrows = ['previousMonth', 'nextMonth', 'previousYear', 'nextYear', 'previousDecade', 'nextDecade'] as const;
const lengths = { day: 10, minute: 16, second: 19 } as const;
