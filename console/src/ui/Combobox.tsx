import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Combobox.module.css';
import { IconChoose } from './icons.ts';
import { fold } from './values/format.ts';

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** What tells it from others of a similar name, in small letters. */
  readonly detail?: string | undefined;
}

export interface ComboboxProps {
  label: string;
  /** What is chosen; null for nothing. */
  value: ComboboxOption | null;
  options: readonly ComboboxOption[];
  /** The options are not yet those for what is typed: Enter takes the first of those that are coming. */
  isWaiting?: boolean;
  onChoose: (id: string | null) => void;
  /** What is typed, to find options by; empty when nothing is. */
  onSearch: (text: string) => void;
  /** In place of options when there are none. */
  nothing: string;
  id?: string;
  error?: ReactNode;
  description?: string;
  /** What it means that nothing is chosen, where that is a choice of its own: *oricare*, *doar pentru mine*. */
  placeholder?: string;
  required?: boolean;
  /** The single key that leads into it. */
  'aria-keyshortcuts'?: string;
  onBlur?: () => void;
}

/**
 * A text field that offers matching options (WAI-ARIA combobox with a list). What was typed and not chosen goes again, unless it is what an
 * option is called: who types it in full and goes on has chosen it.
 */
export function Combobox(props: ComboboxProps) {
  const { label, value, options, isWaiting = false, onChoose, onSearch, nothing, onBlur, ...field } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(0);
  /** What is to be chosen as soon as the options are those for what was typed. */
  const [awaited, setAwaited] = useState<'first' | 'named' | null>(null);
  const namesakes = options.filter((option) => typed !== null && fold(option.label.trim()) === fold(typed.trim()));
  // Of two that are called the same one has to be chosen.
  const named = namesakes.length === 1 ? namesakes[0] : undefined;

  function close() {
    setAwaited(null);
    setOpened(false);
    setTyped(null);
    onSearch('');
  }
  function choose(option: ComboboxOption | undefined) {
    if (option) {
      onChoose(option.id);
    }
    close();
  }
  const chooseAwaited = useEffectEvent(() => choose(awaited === 'first' ? options[0] : named));
  useEffect(
    function chooseWhenAnswered() {
      if (awaited !== null && !isWaiting) {
        // The owner is told what was chosen, which is nothing that drawing could do; the field closes with it.
        // oxlint-disable-next-line react/set-state-in-effect
        chooseAwaited();
      }
    },
    [awaited, isWaiting],
  );
  function handleType(text: string) {
    setTyped(text);
    setActive(0);
    setAwaited(null);
    setOpened(true);
    onSearch(text);
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAwaited(null);
      const next = opened ? (active + step + options.length) % (options.length || 1) : 0;
      setActive(next);
      setOpened(true);
      // The list has room for some of them; the focus is in the field, and leads none into sight.
      document.getElementById(`${listId}-${options[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && opened) {
      event.preventDefault();
      // Who types fast has pressed it before the server has heard the last letter.
      if (isWaiting && typed !== null && active === 0) {
        setAwaited('first');
      } else {
        choose(options[active]);
      }
    } else if (event.key === 'Escape' && opened) {
      // The dialog around us has its own use for Escape.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }
  function leave() {
    if (isWaiting && typed?.trim()) {
      setOpened(false);
      setAwaited('named');
    } else {
      choose(named);
    }
  }
  function handleBlur() {
    // Emptying the field is how one says "none".
    if (typed === '' && value && !field.required) {
      onChoose(null);
    }
    if (awaited === null) {
      leave();
    }
    onBlur?.();
  }

  return (
    <div className={classes.box}>
      <TextInput
        {...field}
        label={label}
        role="combobox"
        aria-expanded={opened}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={opened && options[active] ? `${listId}-${options[active].id}` : undefined}
        autoComplete="off"
        value={typed ?? value?.label ?? ''}
        onChange={(event) => handleType(event.currentTarget.value)}
        onKeyDown={handleKey}
        onClick={() => setOpened(true)}
        onBlur={handleBlur}
        rightSection={
          value && !field.required ? (
            <CloseButton
              size="sm"
              aria-label={`${t('actions.clear')}: ${label}`}
              onClick={() => {
                onChoose(null);
                close();
              }}
            />
          ) : (
            <IconChoose size={16} aria-hidden />
          )
        }
      />
      <ul id={listId} role="listbox" aria-label={label} className={classes.list} hidden={!opened}>
        {options.map((option, index) => (
          // The text field keeps the focus and the keys; options only take the pointer.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={option.id}
            id={`${listId}-${option.id}`}
            role="option"
            aria-selected={option.id === value?.id}
            data-active={index === active || undefined}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onMouseEnter={() => setActive(index)}
            onClick={() => choose(option)}
          >
            {option.label}
            {option.detail && <small>{option.detail}</small>}
          </li>
        ))}
        {options.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className={classes.option}>
            {nothing}
          </li>
        )}
      </ul>
    </div>
  );
}
