import { Text, TextInput } from '@mantine/core';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '@noa/domain/codes/card-code.ts';
import classes from './Handover.module.css';
import type { Question } from './workbench-state.ts';

interface Props {
  ref: { current: HTMLInputElement | null };
  question: Question | null;
  onScan: (text: string) => void;
  /** @param forAll - whether the same shall be done to the next ones without a question. */
  onAnswer: (reading: Reading, forAll: boolean) => void;
  onDismiss: () => void;
  onSkip: () => void;
  onBack: () => void;
  onUndo: () => void;
}

const fieldsOfTheirOwn = 'input, textarea, select, [contenteditable], dialog';

/**
 * Where card readers type. It is always ready: what is typed while the focus is on a button lands here too, so that the Enter
 * at the end of a scan never presses that button.
 */
export function ScanField({ ref, question, onScan, onAnswer, onDismiss, onSkip, onBack, onUndo }: Props) {
  const { t } = useTranslation(['handover', 'cards']);
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const listId = useId();
  const answers = answersTo(question);

  useEffect(
    function takeFocus() {
      // After the page has given it to its heading.
      const frame = requestAnimationFrame(() => ref.current?.focus());
      return () => cancelAnimationFrame(frame);
    },
    [ref],
  );
  useEffect(
    function catchStrayScans() {
      function handleStray(event: globalThis.KeyboardEvent) {
        const isCharacter = event.key.length === 1 && event.key !== ' ';
        const isStray = !(event.target instanceof Element && event.target.closest(fieldsOfTheirOwn));
        if (isCharacter && isStray && !event.ctrlKey && !event.altKey && !event.metaKey) {
          ref.current?.focus();
        }
      }
      document.addEventListener('keydown', handleStray, true);
      return () => document.removeEventListener('keydown', handleStray, true);
    },
    [ref],
  );

  function enter() {
    const chosen = text === '' ? answers[active] : undefined;
    setText('');
    setActive(-1);
    if (chosen) {
      onAnswer(chosen.reading, chosen.forAll);
    } else {
      onScan(text);
    }
  }
  function move(distance: 1 | -1) {
    if (answers.length > 0) {
      // None is chosen to begin with: a reader's second Enter must not settle anything.
      setActive((active + distance + answers.length + (active < 0 && distance < 0 ? 1 : 0)) % answers.length);
    } else if (distance === 1) {
      onSkip();
    } else {
      onBack();
    }
  }
  function handleKey(event: KeyboardEvent) {
    const undoes = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && text === '';
    const actions: Partial<Record<string, () => void>> = {
      Enter: enter,
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: () => {
        setText('');
        setActive(-1);
        onDismiss();
      },
    };
    const action = undoes ? onUndo : actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }
  function handleType(typed: string) {
    setText(typed);
    setActive(-1);
  }

  return (
    <div>
      <TextInput
        ref={ref}
        size="lg"
        label={t('scan.label')}
        description={
          <Text span fz="sm">
            {t('scan.hint')}
          </Text>
        }
        value={text}
        onChange={(event) => handleType(event.currentTarget.value)}
        onKeyDown={handleKey}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        role="combobox"
        aria-expanded={answers.length > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      />
      <div id={listId} role="listbox" aria-label={t('scan.answers')} className={classes.readings}>
        {answers.map(({ reading, forAll, key }, index) => (
          // The keyboard chooses in the field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${reading.serialNumber} ${key}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.reading}
            onClick={() => {
              onAnswer(reading, forAll);
              ref.current?.focus();
            }}
          >
            <strong>{reading.displaySerialNumber}</strong>
            <span>
              {key !== 'reading'
                ? t(`scan.${key}`)
                : `${reading.serialNumber}, ${t(`cards:readings.${reading.notation}`, { context: reading.byteOrder })}`}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** What may be chosen under the field: a locale key under `scan.`, or how a serial can be read. */
interface Answer {
  readonly reading: Reading;
  readonly key: 'reading' | 'reregister' | 'register' | 'registerAll' | 'request';
  readonly forAll: boolean;
}

function answersTo(question: Question | null): readonly Answer[] {
  if (!question) {
    return [];
  }
  if (question.kind === 'ambiguous') {
    return question.readings.map((reading) => ({ reading, key: 'reading', forAll: false }));
  }
  const { kind, reading } = question;
  switch (kind) {
    case 'unregistered':
      return [
        { reading, key: 'register', forAll: false },
        { reading, key: 'registerAll', forAll: true },
      ];
    case 'unrequested':
      return [{ reading, key: 'request', forAll: false }];
    default:
      return [{ reading, key: 'reregister', forAll: false }];
  }
}
