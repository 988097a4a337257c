import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Combobox.module.css';
import { IconChoose } from './icons.ts';

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  /** What tells it from others of a similar name, in small letters. */
  readonly detail?: string | undefined;
}

interface Props {
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
  required?: boolean;
  /** The single key that leads into it. */
  'aria-keyshortcuts'?: string;
  onBlur?: () => void;
}

/** A text field that offers matching options (WAI-ARIA combobox with a list); what was typed and not chosen goes again. */
export function Combobox(props: Props) {
  const { label, value, options, isWaiting = false, onChoose, onSearch, nothing, onBlur, ...field } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState(false);

  function close() {
    setEntered(false);
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
  const chooseFirst = useEffectEvent(() => choose(options[0]));
  useEffect(
    function chooseWhenAnswered() {
      if (entered && !isWaiting) {
        // The owner is told what was chosen, which is nothing that drawing could do; the field closes with it.
        // oxlint-disable-next-line react/set-state-in-effect
        chooseFirst();
      }
    },
    [entered, isWaiting],
  );
  function handleType(text: string) {
    setTyped(text);
    setActive(0);
    setEntered(false);
    setOpened(true);
    onSearch(text);
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setEntered(false);
      setActive(opened ? (active + step + options.length) % Math.max(options.length, 1) : 0);
      setOpened(true);
    } else if (event.key === 'Enter' && opened) {
      event.preventDefault();
      // Who types fast has pressed it before the server has heard the last letter.
      if (isWaiting && typed !== null && active === 0) {
        setEntered(true);
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
  function handleBlur() {
    // Emptying the field is how one says "none".
    if (typed === '' && value && !field.required) {
      onChoose(null);
    }
    if (!entered) {
      close();
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
